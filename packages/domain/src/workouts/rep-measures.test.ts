import { expect, test } from 'vitest';
import { findMeasureImplausibility } from './rep-measures.ts';

const rep = {
  ms: 2600,
  startMs: 0,
  concentricMs: 1000,
  eccentricMs: 1500,
  rangeMm: 430,
  meanVelocityMmPerS: 430,
  peakVelocityMmPerS: 600,
};
const next = { ...rep, startMs: 3000 };
const judge = (...reps: readonly object[]) =>
  findMeasureImplausibility([{ startMs: 0, reps: reps as (typeof rep)[] }], 10_000);

test('accepts measured reps, and reps of machines that measure little', () => {
  expect(judge(rep, next)).toBeNull();
  expect(judge({ ms: 2600 }, { ms: 2600, rangeMm: 400 })).toBeNull();
  expect(judge({ ms: 2600, meanVelocityMmPerS: 0, rangeMm: 400, concentricMs: 900 })).toBeNull();
});

test.each([
  ['a rep before the one before it', 'rep_times_impossible', [next, rep]],
  ['a rep long after the end', 'rep_times_impossible', [rep, { ...rep, startMs: 15_001 }]],
  ['phases longer than the rep', 'phases_too_long', [{ ...rep, eccentricMs: 1701 }]],
  ['a peak below the mean', 'velocity_impossible', [{ ...rep, peakVelocityMmPerS: 429 }]],
  ['centimetres', 'velocity_impossible', [{ ...rep, rangeMm: 43 }]],
  ['centimetres per second', 'velocity_impossible', [{ ...rep, meanVelocityMmPerS: 43 }]],
])('rejects %s', (_name, reason, reps) => {
  expect(judge(...reps)).toBe(reason);
});

test('judges sets in their order, and reps that were not completed', () => {
  const first = { startMs: 0, reps: [rep, next] };
  expect(findMeasureImplausibility([first, { startMs: 2999, reps: [{ ms: 2600 }] }], 9000)).toBe(
    'rep_times_impossible',
  );
  const failed = { ...rep, startMs: 6000, concentricMs: 4000 };
  expect(findMeasureImplausibility([{ ...first, failedReps: [failed] }], 9000)).toBe(
    'phases_too_long',
  );
});

import { measureLimits, repSides } from '@tanren/domain/workouts/rep-measures';
import type { LiftedSet } from '@tanren/domain/workouts/workouts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutMeasures, packMeasures, type StoredSet, unpackSet } from './set-measures.ts';

const { seat, ...ofRep } = measureLimits;
const limits = ({ minimum, maximum }: { minimum: number; maximum: number }) =>
  fc.integer({ min: minimum, max: maximum });
const rep = fc.record(
  {
    loadHg: fc.integer({ min: 10, max: 1000 }),
    ms: fc.integer({ min: 200, max: 600_000 }),
    ...Object.fromEntries(Object.entries(ofRep).map(([name, one]) => [name, limits(one)])),
    side: fc.constantFrom(...repSides),
  },
  { requiredKeys: ['loadHg', 'ms'] },
);
const set = fc.record(
  {
    loadHg: fc.integer({ min: 10, max: 1000 }),
    reps: fc.array(rep, { minLength: 1, maxLength: 12 }),
    failedReps: fc.array(rep, { minLength: 1, maxLength: 3 }),
    startMs: limits(ofRep.startMs),
    seat: limits(seat),
  },
  { requiredKeys: ['loadHg', 'reps'] },
) as fc.Arbitrary<LiftedSet>;

function store(lifted: LiftedSet): StoredSet {
  return {
    loadHg: lifted.loadHg,
    repLoadsHg: lifted.reps.map(({ loadHg }) => loadHg),
    repMs: lifted.reps.map(({ ms }) => ms),
    ...packMeasures(lifted),
  };
}

test('a stored set is read as the machine sent it, with every combination of measures', () => {
  fc.assert(
    fc.property(set, (lifted) => {
      expect(unpackSet(store(lifted))).toEqual(lifted);
    }),
  );
});

test('a set without measures needs no column, and a row of nulls is such a set', () => {
  const plain = { loadHg: 400, reps: [{ loadHg: 400, ms: 2500 }] };
  expect(packMeasures(plain)).toEqual({});
  const row = { startMs: null, seat: null, repStartMs: null, repMeasures: null, failedReps: null };
  expect(unpackSet({ ...store(plain), ...row })).toEqual(plain);
  expect(cutMeasures(row)).toEqual({});
});

test('a cut set keeps the measures of its first reps', () => {
  fc.assert(
    fc.property(set, fc.integer({ min: 1, max: 12 }), (lifted, count) => {
      const stored = store(lifted);
      const cut = { ...stored, ...cutMeasures(stored, count) };
      const { repLoadsHg, repMs } = stored;
      const read = unpackSet({
        ...cut,
        repLoadsHg: repLoadsHg.slice(0, count),
        repMs: repMs.slice(0, count),
      });
      expect(read).toEqual({ ...lifted, reps: lifted.reps.slice(0, count) });
    }),
  );
});

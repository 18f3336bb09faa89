import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  raiseToLifted,
  betterEstimate,
  describeEstimate,
  estimateOneRepMax,
  isReferenceEstimate,
} from './one-rep-max.ts';

test.each([
  [533, 10, 400, { kg: 53.3, reps: 10, reference: false }],
  [560, 11, 400, { kg: 56, reps: 11, reference: true }],
  [560, 12, 560, { kg: 56, reps: 12, reference: true }],
  [333, 10, 425, { kg: 42.5, reps: 1, reference: false }],
  [null, null, 425, null],
])('%s hg from %s reps after lifting %s hg', (hg, reps, liftedHg, shown) => {
  expect(describeEstimate(hg, reps, liftedHg)).toEqual(shown);
});

it.each([
  [1000, 1, 1000],
  [1000, 5, 1167],
  [1000, 10, 1333],
  [625, 8, 792],
])('estimates %d hg × %d as %d hg', (loadHg, reps, oneRepMaxHg) => {
  expect(estimateOneRepMax(loadHg, reps)).toEqual({ oneRepMaxHg, reps, reference: false });
});

it('is only a reference from 11 or 12 reps, and null above', () => {
  expect(estimateOneRepMax(600, 11)).toEqual({ oneRepMaxHg: 820, reps: 11, reference: true });
  expect(estimateOneRepMax(600, 12)).toEqual({ oneRepMaxHg: 840, reps: 12, reference: true });
  expect([13, 100, 0, -1, 1.5, Number.NaN].map((reps) => estimateOneRepMax(600, reps))).toEqual(
    Array.from({ length: 6 }, () => null),
  );
  expect([1, 10, 11, 12].map(isReferenceEstimate)).toEqual([false, false, true, true]);
});

const loads = fc.integer({ min: 0, max: 10_000 });
const reps = fc.integer({ min: 1, max: 12 });

it('is a whole number between the load and 1.4 times the load, and grows with load and reps', () => {
  fc.assert(
    fc.property(loads, reps, (loadHg, count) => {
      const { oneRepMaxHg } = estimateOneRepMax(loadHg, count) ?? { oneRepMaxHg: Number.NaN };
      expect(Number.isInteger(oneRepMaxHg)).toBe(true);
      expect(oneRepMaxHg).toBeGreaterThanOrEqual(loadHg);
      expect(oneRepMaxHg).toBeLessThanOrEqual(Math.ceil(loadHg * 1.4));
      const heavier = estimateOneRepMax(loadHg + 1, count);
      expect(heavier?.oneRepMaxHg).toBeGreaterThan(oneRepMaxHg);
      const longer = estimateOneRepMax(loadHg, Math.min(count + 1, 12));
      expect(longer?.oneRepMaxHg).toBeGreaterThanOrEqual(oneRepMaxHg);
    }),
  );
});

it('chooses the same of many estimates in any order, a firm one if there is any', () => {
  const estimates = fc.array(fc.tuple(loads, reps), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(estimates, (pairs) => {
      const all = pairs.map(([loadHg, count]) => estimateOneRepMax(loadHg, count));
      const best = all.reduce(betterEstimate, null);
      expect(all.toReversed().reduce(betterEstimate, null)).toEqual(best);
      const firm = all.filter((estimate) => estimate?.reference === false);
      const pool = firm.length > 0 ? firm : all;
      expect(best?.oneRepMaxHg).toBe(Math.max(...pool.map((one) => one?.oneRepMaxHg ?? -1)));
      expect(best?.reference).toBe(firm.length === 0);
    }),
  );
});

it('is never below the lifted load, unchanged above it, and null without one', () => {
  fc.assert(
    fc.property(loads, reps, loads, (loadHg, count, liftedHg) => {
      const estimate = estimateOneRepMax(loadHg, count);
      const shown = raiseToLifted(estimate, liftedHg);
      expect(shown?.oneRepMaxHg).toBe(Math.max(estimate?.oneRepMaxHg ?? 0, liftedHg));
      const lifted = { oneRepMaxHg: liftedHg, reps: 1, reference: false };
      expect(shown).toEqual((estimate?.oneRepMaxHg ?? 0) >= liftedHg ? estimate : lifted);
      expect(raiseToLifted(null, liftedHg)).toBeNull();
    }),
  );
});

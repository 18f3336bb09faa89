import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isUnusuallyHeavy, placeLoad } from './load-safety.ts';

const range = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 25 };

describe('a load that was asked for', () => {
  it.each([375, 50, 1500])('%d hg is settable', (loadHg) => {
    expect(placeLoad(loadHg, range)).toEqual({ kind: 'settable', loadHg });
  });

  it.each([3750, 9990, 1501, 49, 0])('%d hg is outside, not the maximum', (loadHg) => {
    expect(placeLoad(loadHg, range)).toEqual({ kind: 'outside' });
  });

  it.each([
    [330, 325, 350],
    [374, 350, 375],
    [1499, 1475, 1500],
    [330.5, 325, 350],
  ])('%d hg lies between two settings', (loadHg, belowHg, aboveHg) => {
    expect(placeLoad(loadHg, range)).toEqual({ kind: 'between', belowHg, aboveHg });
  });
});

const ranges = fc
  .record({
    minLoadHg: fc.integer({ min: 1, max: 300 }),
    width: fc.integer({ min: 1, max: 3000 }),
    loadStepHg: fc.integer({ min: 1, max: 200 }),
  })
  .map(({ minLoadHg, width, loadStepHg }) => ({
    minLoadHg,
    maxLoadHg: minLoadHg + width,
    loadStepHg,
  }));

test('what a machine can be set to is taken as it is', () => {
  fc.assert(
    fc.property(ranges, fc.nat(), (machine, seed) => {
      const { minLoadHg, maxLoadHg, loadStepHg } = machine;
      const steps = Math.floor((maxLoadHg - minLoadHg) / loadStepHg);
      const loadHg = minLoadHg + (seed % (steps + 1)) * loadStepHg;
      expect(placeLoad(loadHg, machine)).toEqual({ kind: 'settable', loadHg });
    }),
  );
});

test('heavy is what lies above one and a quarter of the best', () => {
  expect(isUnusuallyHeavy(500, 400)).toBe(false);
  expect(isUnusuallyHeavy(501, 400)).toBe(true);
  expect(isUnusuallyHeavy(1500, 400)).toBe(true);
  expect(isUnusuallyHeavy(1500, null)).toBe(false);
});

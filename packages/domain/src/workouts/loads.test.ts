import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  scaleRepLoad,
  isUnusuallyHeavy,
  placeLoad,
  settableAbove,
  settableAtLeast,
  settableAtMost,
  settableBelow,
} from './loads.ts';

const range = { minLoadHg: 50, maxLoadHg: 180, loadStepHg: 50 };

it.each([
  [0, 50, 50, 50, 50],
  [50, 50, 50, 100, 50],
  [99, 50, 100, 100, 50],
  [100, 100, 100, 150, 50],
  [151, 150, 180, 180, 150],
  [180, 180, 180, 180, 150],
  [999, 180, 180, 180, 180],
])('around %d: at most %d, at least %d, above %d, below %d', (load, most, least, above, below) => {
  expect(settableAtMost(range, load)).toBe(most);
  expect(settableAtLeast(range, load)).toBe(least);
  expect(settableAbove(range, load)).toBe(above);
  expect(settableBelow(range, load)).toBe(below);
});

it('agrees with a list of every step', () => {
  const ranges = fc
    .tuple(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 60 }),
    )
    .map(([min, width, step]) => ({
      minLoadHg: min,
      maxLoadHg: min + width,
      loadStepHg: step,
    }));
  fc.assert(
    fc.property(ranges, fc.integer({ min: -50, max: 1000 }), (machine, loadHg) => {
      const settings = [machine.maxLoadHg];
      for (let hg = machine.minLoadHg; hg < machine.maxLoadHg; hg += machine.loadStepHg) {
        settings.push(hg);
      }
      const atMost = settings.filter((hg) => hg <= loadHg);
      const atLeast = settings.filter((hg) => hg >= loadHg);
      expect(settableAtMost(machine, loadHg)).toBe(
        atMost.length > 0 ? Math.max(...atMost) : machine.minLoadHg,
      );
      expect(settableAtLeast(machine, loadHg)).toBe(
        atLeast.length > 0 ? Math.min(...atLeast) : machine.maxLoadHg,
      );
    }),
  );
});

test('reps are scaled with the load of their set', () => {
  expect(scaleRepLoad(1200, 1200, 125)).toBe(125);
  expect(scaleRepLoad(475, 500, 400)).toBe(380);
});

test('an unchanged load leaves every rep unchanged', () => {
  expect(scaleRepLoad(333, 500, 500)).toBe(333);
});

test('a set without a load gives its reps the corrected one', () => {
  expect(scaleRepLoad(0, 0, 200)).toBe(200);
});

describe('safe loads', () => {
  const stack = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 25 };

  describe('a requested load', () => {
    it.each([375, 50, 1500])('of %d hg can be set', (loadHg) => {
      expect(placeLoad(loadHg, stack)).toEqual({ kind: 'settable', loadHg });
    });

    it.each([3750, 9990, 1501, 49, 0])(
      'of %d hg is outside the range, and not replaced by the maximum',
      (loadHg) => {
        expect(placeLoad(loadHg, stack)).toEqual({ kind: 'outside' });
      },
    );

    it.each([
      [330, 325, 350],
      [374, 350, 375],
      [1499, 1475, 1500],
      [330.5, 325, 350],
    ])('of %d hg is between two steps', (loadHg, belowHg, aboveHg) => {
      expect(placeLoad(loadHg, stack)).toEqual({ kind: 'between', belowHg, aboveHg });
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

  test('that the machine can be set to is accepted unchanged', () => {
    fc.assert(
      fc.property(ranges, fc.nat(), (machine, seed) => {
        const { minLoadHg, maxLoadHg, loadStepHg } = machine;
        const steps = Math.floor((maxLoadHg - minLoadHg) / loadStepHg);
        const loadHg = minLoadHg + (seed % (steps + 1)) * loadStepHg;
        expect(placeLoad(loadHg, machine)).toEqual({ kind: 'settable', loadHg });
      }),
    );
  });

  test('a load above 125 % of the best is heavy', () => {
    expect(isUnusuallyHeavy(500, 400)).toBe(false);
    expect(isUnusuallyHeavy(501, 400)).toBe(true);
    expect(isUnusuallyHeavy(1500, 400)).toBe(true);
    expect(isUnusuallyHeavy(1500, null)).toBe(false);
  });
});

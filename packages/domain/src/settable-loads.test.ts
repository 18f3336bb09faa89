import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settableAbove, settableAtLeast, settableAtMost, settableBelow } from './settable-loads.ts';

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

it('agrees with a list of every setting', () => {
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstLoad, snapLoad, stepLoad } from './stack-loads.ts';

const hectograms = (min: number, max: number) => fc.integer({ min, max }).map((hg) => hg / 10);
const range = fc
  .tuple(hectograms(0, 200), hectograms(10, 3000), hectograms(1, 100))
  .map(([minLoad, width, loadStep]) => ({
    minLoad,
    maxLoad: Math.round((minLoad + width) * 10) / 10,
    loadStep,
  }));

function expectReachable(
  kg: number,
  { minLoad, maxLoad, loadStep }: { minLoad: number; maxLoad: number; loadStep: number },
) {
  expect(kg).toBeGreaterThanOrEqual(minLoad);
  expect(kg).toBeLessThanOrEqual(maxLoad);
  const steps = Math.round((kg - minLoad) * 10) % Math.round(loadStep * 10);
  expect(steps === 0 || kg === maxLoad).toBe(true);
  expect(Math.round(kg * 10) / 10).toBe(kg);
}

test('whatever is asked for, the pin finds a hole', () => {
  fc.assert(
    fc.property(range, fc.double({ min: -1000, max: 5000, noNaN: true }), (stack, kg) => {
      expectReachable(snapLoad(kg, stack), stack);
      expectReachable(firstLoad(stack), stack);
      expect(snapLoad(snapLoad(kg, stack), stack)).toBe(snapLoad(kg, stack));
    }),
  );
});

test('a step up is heavier and a step down lighter, but for the ends', () => {
  fc.assert(
    fc.property(range, fc.double({ min: 0, max: 500, noNaN: true }), (stack, kg) => {
      const now = snapLoad(kg, stack);
      const up = stepLoad(now, 1, stack);
      const down = stepLoad(now, -1, stack);
      expectReachable(up, stack);
      expectReachable(down, stack);
      expect(up > now || now === stack.maxLoad).toBe(true);
      expect(down < now || now === stack.minLoad).toBe(true);
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOutBars } from './lay-out-bars.ts';

it('keeps every bar inside, in order and apart', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(counts, (all) => {
      const placed = layOutBars(all, 40, 320);
      expect(placed).toHaveLength(all.reduce((sum, count) => sum + count, 0));
      for (const [index, { x, width }] of placed.entries()) {
        expect(x).toBeGreaterThanOrEqual(40);
        expect(x + width).toBeLessThanOrEqual(320.001);
        expect(width).toBeLessThanOrEqual(24);
        expect(placed[index + 1]?.x ?? Infinity).toBeGreaterThan(x + width);
      }
    }),
  );
});

it('leaves more room between groups than between bars', () => {
  const [first, second, third] = layOutBars([2, 1], 0, 300);
  const between = (second?.x ?? 0) - (first?.x ?? 0);
  expect((third?.x ?? 0) - (second?.x ?? 0)).toBeGreaterThan(between);
});

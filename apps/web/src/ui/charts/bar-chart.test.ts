import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOutBars } from './bar-chart.tsx';

it('keeps every bar inside, in order and apart', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(counts, (all) => {
      const placed = layOutBars(all, 40, 320);
      expect(placed).toHaveLength(all.reduce((sum, count) => sum + count, 0));
      expect(placed[0]?.x).toBeGreaterThanOrEqual(40);
      const last = placed.at(-1);
      expect((last?.x ?? Infinity) + (last?.width ?? 0)).toBeLessThanOrEqual(320.001);
      const crowded = placed.filter(
        ({ x, width }, index) => width > 24 || (placed[index + 1]?.x ?? Infinity) <= x + width,
      );
      expect(crowded).toEqual([]);
    }),
  );
});

it('leaves more room between groups than between bars', () => {
  const [first, second, third] = layOutBars([2, 1], 0, 300);
  const between = (second?.x ?? 0) - (first?.x ?? 0);
  expect((third?.x ?? 0) - (second?.x ?? 0)).toBeGreaterThan(between);
});

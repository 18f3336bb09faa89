import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOutBars } from './bar-chart.tsx';

it('keeps every bar inside, in order and apart', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(counts, (all) => {
      const positions = layOutBars(all, 40, 320);
      expect(positions).toHaveLength(all.reduce((sum, count) => sum + count, 0));
      expect(positions[0]?.x).toBeGreaterThanOrEqual(40);
      const last = positions.at(-1);
      expect((last?.x ?? Infinity) + (last?.width ?? 0)).toBeLessThanOrEqual(320.001);
      const crowded = positions.filter(
        ({ x, width }, index) => width > 24 || (positions[index + 1]?.x ?? Infinity) <= x + width,
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

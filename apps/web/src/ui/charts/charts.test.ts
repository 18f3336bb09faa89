import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutBars } from './bar-chart.tsx';
import { findNearest, scaleAround, spread, toPosition } from './chart-scale.ts';

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

const values = fc.array(
  fc.integer({ min: 0, max: 1_000_000 }).map((tenths) => tenths / 10),
  {
    minLength: 1,
    maxLength: 50,
  },
);

describe('scaleAround', () => {
  it('takes in every value between few round lines', () => {
    fc.assert(
      fc.property(values, fc.boolean(), (all, fromZero) => {
        const { from, to, ticks } = scaleAround(all, { fromZero });
        expect(from).toBeLessThanOrEqual(Math.min(...all));
        expect(to).toBeGreaterThanOrEqual(Math.max(...all));
        expect(to).toBeGreaterThan(from);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(!fromZero || from === 0).toBe(true);
      }),
    );
  });

  it('is round', () => {
    expect(scaleAround([61, 70], { fromZero: false }).ticks).toEqual([60, 65, 70]);
    expect(scaleAround([0.1, 0.4], { fromZero: false }).ticks).toEqual([0.1, 0.2, 0.3, 0.4]);
    expect(scaleAround([60], { fromZero: true }).ticks).toEqual([0, 20, 40, 60]);
  });
});

describe('positions', () => {
  it('puts values between the ends, and a single one in the middle', () => {
    expect(toPosition(5, { from: 0, to: 10 }, 100, 200)).toBe(150);
    expect(toPosition(0, { from: 0, to: 10 }, 200, 100)).toBe(200);
    expect(toPosition(7, { from: 7, to: 7 }, 100, 200)).toBe(150);
  });

  it('finds the nearest', () => {
    expect(findNearest([10, 20, 50], 0)).toBe(0);
    expect(findNearest([10, 20, 50], 36)).toBe(2);
    expect(findNearest([10, 20, 50], 34)).toBe(1);
  });

  it('spreads labels from the first to the last', () => {
    expect(spread(10, 3)).toEqual([0, 5, 10]);
    expect(spread(1, 4)).toEqual([0, 1]);
    expect(spread(0, 4)).toEqual([0]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutSlots } from './compare-chart.tsx';
import { findNearest, scaleAround, spread, toPosition } from './chart-scale.ts';
import { ringDash } from './ring.tsx';

it.each([
  [0, '0.0 628.3'],
  [0.25, '157.1 628.3'],
  [1, '628.3 628.3'],
  [1.3, '628.3 628.3'],
  [-1, '0.0 628.3'],
])('draws %d of a ring, never more than once around', (fill, dash) => {
  expect(ringDash(fill, 100)).toBe(dash);
});

it('keeps every slot inside, in order and apart', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(counts, (all) => {
      const slots = layOutSlots(all, 40, 320);
      expect(slots).toHaveLength(all.reduce((sum, count) => sum + count, 0));
      expect(slots[0]?.x).toBeGreaterThanOrEqual(40);
      expect(slots.at(-1)?.x ?? Infinity).toBeLessThanOrEqual(320.001);
      const crowded = slots.filter(({ x }, index) => (slots[index + 1]?.x ?? Infinity) <= x);
      expect(crowded).toEqual([]);
    }),
  );
});

it('leaves more room between groups than within one, and centres a single slot', () => {
  const [first, second, third] = layOutSlots([2, 1], 0, 300);
  const between = (second?.x ?? 0) - (first?.x ?? 0);
  expect((third?.x ?? 0) - (second?.x ?? 0)).toBeGreaterThan(between);
  expect(layOutSlots([1], 0, 300)).toEqual([{ group: 0, index: 0, x: 150 }]);
});

const values = fc.array(
  fc.integer({ min: 0, max: 1_000_000 }).map((tenths) => tenths / 10),
  {
    minLength: 1,
    maxLength: 50,
  },
);

describe('scaleAround', () => {
  it('contains every value between few round lines', () => {
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

  it('has round limits', () => {
    expect(scaleAround([61, 70], { fromZero: false }).ticks).toEqual([60, 65, 70]);
    expect(scaleAround([0.1, 0.4], { fromZero: false }).ticks).toEqual([0.1, 0.2, 0.3, 0.4]);
    expect(scaleAround([60], { fromZero: true }).ticks).toEqual([0, 20, 40, 60]);
  });
});

describe('positions', () => {
  it('places values between the ends, and a single one in the middle', () => {
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

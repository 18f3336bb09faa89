import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharesMainMuscle } from '#workouts/equal-types.ts';
import { workoutTypeIds } from '#workouts/workout-type-ids.ts';
import { costOrder, findBestOrder, type Start, type Stop } from './best-order.ts';

const anyStop = fc.record<Stop>({
  workoutTypeId: fc.constantFrom(...workoutTypeIds),
  minutes: fc.integer({ min: 1, max: 15 }),
  freeInMinutes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })),
  usualWait: fc.integer({ min: 0, max: 8 }),
});
const anyStart = fc.record<Start>({
  clock: fc.integer({ min: 0, max: 5 }),
  lastTypeId: fc.option(fc.constantFrom(...workoutTypeIds)),
});
/** Runs whose machines are all free before the first item ends. */
const anyShortRun = fc.tuple(
  fc.array(
    anyStop.map((stop) => ({
      ...stop,
      minutes: 5 + stop.minutes,
      freeInMinutes: stop.freeInMinutes / 4,
    })),
    { maxLength: 5 },
  ),
  anyStart,
);
const anyRun = (maxLength: number) => fc.tuple(fc.array(anyStop, { maxLength }), anyStart);
/** Runs with more items than are compared in every order. */
const anyLongRun = fc.tuple(fc.array(anyStop, { minLength: 13, maxLength: 20 }), anyStart);

function listOrders(indexes: readonly number[]): number[][] {
  if (indexes.length === 0) return [[]];
  return indexes.flatMap((first) =>
    listOrders(indexes.filter((index) => index !== first)).map((rest) => [first, ...rest]),
  );
}

function countRepeats(stops: readonly Stop[], { lastTypeId }: Start, order: readonly number[]) {
  const types = [lastTypeId, ...order.map((index) => stops[index]?.workoutTypeId ?? null)];
  return types.slice(1).filter((type, at) => {
    const before = types[at] ?? null;
    return type !== null && before !== null && sharesMainMuscle(before, type);
  }).length;
}

/** Types that share no muscle, because the model does not know them. */
const withoutMuscles = (stops: readonly Stop[]) =>
  stops.map((stop, index) => ({ ...stop, workoutTypeId: 100 + index }));

describe('findBestOrder', () => {
  it('returns every stop once, however many there are', () => {
    fc.assert(
      fc.property(fc.oneof(anyRun(8), anyLongRun), ([stops, start]) => {
        const order = findBestOrder(stops, start);
        expect(order.toSorted((a, b) => a - b)).toEqual([...stops.keys()]);
      }),
      { numRuns: 40 },
    );
  });

  it("never costs more than the menu's order", () => {
    fc.assert(
      fc.property(fc.oneof(anyRun(8), anyLongRun), ([stops, start]) => {
        const order = findBestOrder(stops, start);
        const menuOrder = [...stops.keys()];
        expect(costOrder(stops, start, order)).toBeLessThanOrEqual(
          costOrder(stops, start, menuOrder),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('finds an order that none of all orders beats', () => {
    fc.assert(
      fc.property(anyShortRun, ([stops, start]) => {
        const costs = listOrders([...stops.keys()]).map((order) => costOrder(stops, start, order));
        expect(costOrder(stops, start, findBestOrder(stops, start))).toBe(Math.min(...costs));
      }),
    );
  });

  it('uses no muscle twice in a row when an order without that costs nothing more', () => {
    fc.assert(
      fc.property(anyShortRun, ([stops, start]) => {
        const cost = (order: readonly number[]) =>
          costOrder(withoutMuscles(stops), { ...start, lastTypeId: null }, order);
        const order = findBestOrder(stops, start);
        fc.pre(countRepeats(stops, start, order) > 0);
        const others = listOrders([...stops.keys()]).filter(
          (other) => countRepeats(stops, start, other) === 0,
        );
        for (const other of others) expect(cost(other)).toBeGreaterThan(cost(order));
      }),
    );
  });

  it("keeps the menu's order on free machines when another one saves a minute or less", () => {
    const stop = { minutes: 5, freeInMinutes: 0 };
    const order = (usualWait: number) =>
      findBestOrder(
        [
          { ...stop, workoutTypeId: 11, usualWait: 0 },
          { ...stop, workoutTypeId: 4, usualWait },
        ],
        { clock: 0, lastTypeId: null },
      );
    expect(order(1)).toEqual([0, 1]);
    // The second machine is free now, but will probably have a queue after the first item.
    expect(order(1.5)).toEqual([1, 0]);
  });

  it('goes to a free machine rather than to a used one, where others may wait', () => {
    const stop = { minutes: 5, usualWait: 0 };
    const stops = [
      { ...stop, workoutTypeId: 11, freeInMinutes: 0.5 },
      { ...stop, workoutTypeId: 4, freeInMinutes: 0 },
    ];
    expect(findBestOrder(stops, { clock: 0, lastTypeId: null })).toEqual([1, 0]);
    expect(findBestOrder(stops, { clock: 1, lastTypeId: null })).toEqual([0, 1]);
  });

  it('expects the usual queue at a used machine', () => {
    const stop = { minutes: 5, freeInMinutes: 1 };
    const stops = [
      { ...stop, workoutTypeId: 11, usualWait: 6 },
      { ...stop, workoutTypeId: 4, usualWait: 0 },
    ];
    const start = { clock: 0, lastTypeId: null };
    expect(costOrder(stops, start, [0, 1])).toBe(2 + 1 + 6 + 5 + 5);
  });
});

import { describe, expect, it } from 'vitest';
import {
  countMenuSets,
  estimateItemMinutes,
  estimateOwnMinutes,
  estimateMenuMinutes,
  findPlannedReps,
  formatRest,
  listMenuTypes,
} from './menus.ts';

it('lists types once, in the order of the items', () => {
  const items = [11, 1, 11, 4, 1].map((workoutTypeId) => ({ workoutTypeId }));
  expect(listMenuTypes(items)).toEqual([11, 1, 4]);
  expect(listMenuTypes([])).toEqual([]);
});

it('counts sets over all items', () => {
  expect(countMenuSets([{ sets: 3 }, { sets: 1 }, { sets: 10 }])).toBe(14);
  expect(countMenuSets([])).toBe(0);
});

it('the reps of a plan are those of its items that fit the load', () => {
  const item = (workoutTypeId: number, reps: number, loadHg: number | null) => ({
    workoutTypeId,
    reps,
    loadHg,
  });
  const items = [item(1, 10, 400), item(1, 5, 200), item(2, 3, null), item(1, 8, 400)];
  expect(findPlannedReps(items, 1, 400)).toBe(8);
  expect(findPlannedReps(items, 1, 200)).toBe(5);
  expect(findPlannedReps(items, 1, 300)).toBe(5);
  expect(findPlannedReps(items, 2, 900)).toBe(3);
  expect(findPlannedReps(items, 3, 400)).toBeNull();
});

it.each([
  // The sum is 90 s to reach the machine plus 10 reps of 4 s.
  ['one set has no rest', [{ sets: 1, reps: 10, restSeconds: 600 }], 3],
  // The sum is 90 + 3 × 40 + 2 × 60 = 330 s.
  ['rests are between the sets', [{ sets: 3, reps: 10, restSeconds: 60 }], 6],
  // Twice 330 s is 11 minutes. Rounding each item would give 12.
  [
    'only the sum is rounded',
    [
      { sets: 3, reps: 10, restSeconds: 60 },
      { sets: 3, reps: 10, restSeconds: 60 },
    ],
    11,
  ],
  ['nothing takes no time', [], 0],
])('%s', (_name, items, minutes) => {
  expect(estimateMenuMinutes(items)).toBe(minutes);
});

it('formats a rest in minutes and seconds', () => {
  expect([0, 45, 60, 90, 600].map(formatRest)).toEqual(['0秒', '45秒', '1分', '1分30秒', '10分']);
});

describe("minutes by the member's own times", () => {
  const item = { workoutTypeId: 1, sets: 3, reps: 10, restSeconds: 60 };
  const minutesOf = (...bouts: (readonly [seconds: number, setCount: number])[]) =>
    estimateOwnMinutes(
      [item],
      new Map([[1, bouts.map(([seconds, setCount]) => ({ seconds, setCount }))]]),
    );

  it.each([
    ['without a workout: as the rule says', [], estimateMenuMinutes([item])],
    ['a workout of as many sets takes as long again', [[510, 3]], 10],
    ['a workout of fewer sets, with rests added', [[60, 1]], 7],
    [
      'the median of several workouts',
      [
        [510, 3],
        [270, 3],
        [5000, 3],
      ],
      10,
    ],
    ['ignores a workout without a duration', [[0, 3]], estimateMenuMinutes([item])],
  ] as const)('%s', (_name, bouts, minutes) => {
    expect(minutesOf(...bouts)).toBe(minutes);
  });

  it('does not round one item, and takes no time for an item without sets', () => {
    const bouts = new Map([[1, [{ seconds: 500, setCount: 3 }]]]);
    expect(estimateItemMinutes(item, bouts)).toBeCloseTo(590 / 60, 6);
    expect(estimateItemMinutes(item, new Map())).toBe(5.5);
    expect(estimateItemMinutes({ ...item, sets: 0 }, bouts)).toBe(0);
  });

  it('ignores times of another type', () => {
    const other = new Map([[2, [{ seconds: 5000, setCount: 1 }]]]);
    expect(estimateOwnMinutes([item], other)).toBe(estimateMenuMinutes([item]));
  });
});

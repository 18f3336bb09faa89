import { expect, test } from 'vitest';
import type { TypeHourWait } from './machine-waits.ts';
import { findLongestQueues, summarizeWaits } from './waits-summary.ts';

/** An hour on Tuesdays with ten bouts a day. */
function row(changes: Partial<TypeHourWait> = {}): TypeHourWait {
  return {
    workoutTypeId: 11,
    weekday: 2,
    hour: 19,
    days: 4,
    machines: 1,
    bouts: 40,
    boutSeconds: 12_000,
    busySeconds: 10_000,
    waitSeconds: 120,
    longWaitSeconds: 400,
    waitSecondsWithMore: 30,
    ...changes,
  };
}

test('sums what one machine more saves, and puts the type first that it helps most', () => {
  const rows = [
    row(),
    row({ hour: 20, bouts: 20, waitSeconds: 60, waitSecondsWithMore: 60 }),
    row({ workoutTypeId: 3, machines: 2, waitSeconds: 300 }),
  ];
  expect(summarizeWaits(rows)).toMatchObject([
    { workoutTypeId: 3, machines: 2, bouts: 40, waitMinutes: 200, savedMinutes: 180 },
    { workoutTypeId: 11, machines: 1, bouts: 60, waitMinutes: 100, savedMinutes: 60 },
  ]);
});

test('weights the hours of a part of the week by their bouts', () => {
  const rows = [
    row({ waitSeconds: 100, bouts: 30 }),
    row({ weekday: 5, waitSeconds: 200, bouts: 10 }),
    row({ weekday: 6, waitSeconds: 50 }),
    row({ weekday: 0, waitSeconds: 70 }),
    row({ hour: 7, waitSeconds: 10 }),
  ];
  expect(summarizeWaits(rows)[0]?.hours).toEqual([
    { part: 'weekdays', hour: 7, waitSeconds: 10 },
    { part: 'weekdays', hour: 19, waitSeconds: 125 },
    { part: 'weekend', hour: 19, waitSeconds: 60 },
  ]);
});

test('names the longest queue of at most three types', () => {
  const rows = [
    row({ waitSeconds: 90 }),
    row({ hour: 18, waitSeconds: 130 }),
    ...[1, 2, 3].map((workoutTypeId) => row({ workoutTypeId, waitSeconds: 100 * workoutTypeId })),
  ];
  expect(findLongestQueues(rows).map((queue) => [queue.workoutTypeId, queue.hour])).toEqual([
    [3, 19],
    [2, 19],
    [11, 18],
  ]);
});

test('names neither short waits nor hours with few bouts', () => {
  expect(findLongestQueues([row({ waitSeconds: 59 }), row({ bouts: 7 })])).toEqual([]);
  expect(findLongestQueues([row({ waitSeconds: 60, bouts: 8 })])).toHaveLength(1);
});

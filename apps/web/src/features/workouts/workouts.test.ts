import { expect, it } from 'vitest';
import { groupByDay } from './workout-cards.tsx';
import { describeChange } from './workout-parts.tsx';

it("groups by the gym's day, in the order that came", () => {
  const workouts = [
    '2026-03-02T15:10:00Z',
    '2026-03-02T14:50:00Z',
    '2026-03-02T00:10:00Z',
    '2026-02-27T09:00:00Z',
  ].map((startedAt) => ({ startedAt }));
  expect(groupByDay(workouts).map(({ day, workouts: { length } }) => [day, length])).toEqual([
    ['2026-03-03', 1],
    ['2026-03-02', 2],
    ['2026-02-27', 1],
  ]);
  expect(groupByDay([])).toEqual([]);
});

it.each([
  [62.5, 60, '+2.5', '前回よりアップ'],
  [60, 62.5, '−2.5', '前回よりダウン'],
  [60.3, 60.3, '±0', '前回と同じ'],
  [2430, 1200, '+1,230', '前回よりアップ'],
])('%d kg after %d kg is %s', (kg, before, sign, words) => {
  expect(describeChange(kg, before)).toEqual({ sign, words });
});

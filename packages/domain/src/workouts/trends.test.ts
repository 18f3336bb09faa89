import { expect, test } from 'vitest';
import { findWeeklyMaxima, startOfWeeks, trendWeeks, weeksAgo } from './trends.ts';

const today = '2026-11-16';

test('weeks end today, on whatever weekday that is', () => {
  expect(startOfWeeks(today, 1)).toBe('2026-11-10');
  expect(startOfWeeks(today, 4)).toBe('2026-10-20');
  const days = ['2026-11-16', '2026-11-10', '2026-11-09', '2026-11-03', '2026-10-20', '2026-10-19'];
  expect(days.map((day) => weeksAgo(day, today))).toEqual([0, 0, 1, 1, 3, 4]);
});

test('keeps the heaviest load of each week by type, oldest first', () => {
  const maxima = findWeeklyMaxima(
    [
      { workoutTypeId: 1, gymDay: '2026-11-10', maxHg: 525 },
      { workoutTypeId: 1, gymDay: today, maxHg: 500 },
      { workoutTypeId: 1, gymDay: '2026-11-09', maxHg: 450 },
      { workoutTypeId: 6, gymDay: startOfWeeks(today, trendWeeks), maxHg: 100 },
      // A day before the twelve weeks, and one that a wrong clock has put into the future.
      { workoutTypeId: 6, gymDay: '2026-08-24', maxHg: 900 },
      { workoutTypeId: 6, gymDay: '2026-11-17', maxHg: 900 },
    ],
    today,
  );
  const gaps = (count: number) => Array<null>(count).fill(null);
  expect(maxima.get(1)).toEqual([...gaps(10), 450, 525]);
  expect(maxima.get(6)).toEqual([100, ...gaps(11)]);
  expect(maxima.size).toBe(2);
});

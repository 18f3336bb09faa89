import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#gyms/gym-time.ts';
import { countStreakWeeks, sumWeek, weekStart } from './training-weeks.ts';

const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('days', () => {
  it('cross months, years and leap days', () => {
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2025-12-30', '2026-01-02')).toBe(3);
    expect(daysBetween('2026-01-02', '2025-12-30')).toBe(-3);
  });

  it('are added and subtracted consistently', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        const other = addDays(day, count);
        expect(daysBetween(day, other)).toBe(count);
        expect(addDays(other, -count)).toBe(day);
      }),
    );
  });
});

describe('weeks', () => {
  it('start on Monday, also across the year', () => {
    expect(weekStart('2026-01-01')).toBe('2025-12-29');
    expect(weekStart('2025-12-29')).toBe('2025-12-29');
    expect(weekStart('2025-12-28')).toBe('2025-12-22');
    expect(weekStart('2024-03-03')).toBe('2024-02-26');
  });

  it('are Mondays at most six days back', () => {
    fc.assert(
      fc.property(days, (day) => {
        const monday = weekStart(day);
        expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
        expect(daysBetween(monday, day)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(monday, day)).toBeLessThanOrEqual(6);
        expect(weekStart(monday)).toBe(monday);
      }),
    );
  });
});

describe('a streak', () => {
  it('counts this week after its first workout, and ignores it until then', () => {
    const weeks = ['2025-12-15', '2025-12-22', '2025-12-29'];
    expect(countStreakWeeks(weeks, '2026-01-04')).toBe(3);
    expect(countStreakWeeks(weeks, '2026-01-05')).toBe(3);
    expect(countStreakWeeks(weeks, '2026-01-11')).toBe(3);
    expect(countStreakWeeks(weeks, '2026-01-12')).toBe(0);
    expect(countStreakWeeks([...weeks, '2026-01-05'], '2026-01-05')).toBe(4);
  });

  it('ends at a week without a workout', () => {
    expect(countStreakWeeks(['2026-01-05', '2025-12-22'], '2026-01-07')).toBe(1);
    expect(countStreakWeeks([], '2026-01-07')).toBe(0);
  });

  it('is as long as the run of weeks, whatever is before the gap', () => {
    const run = fc.integer({ min: 0, max: 80 });
    fc.assert(
      fc.property(days, run, fc.array(fc.integer({ min: 2, max: 50 })), (today, length, older) => {
        const monday = weekStart(today);
        const weeks = [
          ...Array.from({ length }, (_, index) => addDays(monday, -7 * index)),
          ...older.map((gap) => addDays(monday, -7 * (length + gap))),
        ];
        expect(countStreakWeeks(weeks.toReversed(), today)).toBe(length);
      }),
    );
  });
});

it('sums up the visits of one week, from Monday to Sunday', () => {
  const visit = { setCount: 12, tfo: 0.1, personalBests: [1] };
  // The dates are Monday and Sunday of the week and the days around it.
  const dates = ['2026-11-08', '2026-11-09', '2026-11-15', '2026-11-16'];
  const visits = dates.map((date) => ({ ...visit, date }));
  expect(sumWeek([...visits, { ...visit, date: '2026-11-10' }], '2026-11-09')).toEqual({
    startsOn: '2026-11-09',
    visits: 3,
    sets: 36,
    tfo: 0.3,
    bests: 3,
  });
  expect(sumWeek(visits, '2026-10-26')).toMatchObject({ visits: 0, sets: 0, tfo: 0, bests: 0 });
});

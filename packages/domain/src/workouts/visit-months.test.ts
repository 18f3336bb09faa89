import { describe, expect, it, test } from 'vitest';
import {
  addMonths,
  countPlates,
  daysOfMonth,
  groupByCalendarDay,
  layOutMonth,
  maxPlates,
  sumVisits,
} from './visit-months.ts';

test('adds months across the years', () => {
  expect(addMonths('2026-11', 1)).toBe('2026-12');
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-03', -15)).toBe('2024-12');
});

test.each([
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2028-02', '2028-02-01', '2028-02-29'],
  ['2026-12', '2026-12-01', '2026-12-31'],
])('%s lasts from %s to %s', (month, first, last) => {
  expect(daysOfMonth(month)).toEqual({ first, last });
});

describe('layOutMonth', () => {
  it('begins weeks on Sunday', () => {
    const weeks = layOutMonth('2026-11');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.[0]).toBe('2026-11-01');
    expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null]);
  });

  it('has four weeks for a February that begins on Sunday, and six for a long month', () => {
    expect(layOutMonth('2026-02')).toHaveLength(4);
    const weeks = layOutMonth('2026-08');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-08-01']);
    expect(weeks[5]?.slice(0, 3)).toEqual(['2026-08-30', '2026-08-31', null]);
  });

  it.each(['2024-02', '2025-12', '2026-05'])('contains every day of %s once', (month) => {
    const days = layOutMonth(month).flat();
    const { first, last } = daysOfMonth(month);
    const own = days.filter((day) => day !== null);
    expect(days.length % 7).toBe(0);
    expect([own[0], own.at(-1)]).toEqual([first, last]);
    expect(new Set(own).size).toBe(Number(last.slice(8)));
  });
});

test('stacks one plate for every four sets begun, up to the height of a week', () => {
  expect([0, 1, 4, 5, 12, 13, 24, 25, 200].map(countPlates)).toEqual([0, 1, 1, 2, 3, 4, 6, 6, 6]);
  expect(countPlates(1000)).toBe(maxPlates);
});

const visit = (date: string, setCount: number, tfo: number, ...kinds: string[]) => ({
  date,
  setCount,
  tfo,
  personalBests: kinds.length === 0 ? [] : [{ kinds }],
});

test('joins the visits of a day, and marks only a best load', () => {
  const days = groupByCalendarDay([
    visit('2026-11-12', 4, 100, 'tfo', 'oneRepMax'),
    visit('2026-11-10', 3, 100),
    visit('2026-11-10', 5, 100, 'tfo', 'max'),
  ]);
  expect([...days.values()]).toEqual([
    { date: '2026-11-12', setCount: 4, hasMaxBest: false },
    { date: '2026-11-10', setCount: 8, hasMaxBest: true },
  ]);
});

test('sums up a month without the errors of binary fractions', () => {
  expect(sumVisits([visit('2026-11-12', 4, 0.1), visit('2026-11-10', 3, 0.2)])).toEqual({
    visits: 2,
    sets: 7,
    tfo: 0.3,
  });
  expect(sumVisits([])).toEqual({ visits: 0, sets: 0, tfo: 0 });
});

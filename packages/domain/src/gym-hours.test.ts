import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findOpenTime, findSpecialDay, type GymHours, weekday } from './gym-hours.ts';
import { addDays } from './training-weeks.ts';

const late = { opensMinute: 6 * 60, closesMinute: 26 * 60 };
const short = { opensMinute: 10 * 60, closesMinute: 17 * 60 };
const tuesday = 2;

const hours: GymHours = {
  weekly: Array.from({ length: 7 }, (_, day) => (day === tuesday ? null : late)),
  specialDays: [
    { date: '2025-12-31', hours: short, note: '年末' },
    { date: '2026-01-01', hours: null, note: '元日' },
    { date: '2026-01-06', hours: short, note: '臨時営業' },
  ],
};

function readOpenTime(gymDay: string): string[] | null {
  const open = findOpenTime(hours, gymDay);
  return open && [open.opensAt.toISOString(), open.closesAt.toISOString()];
}

describe('the day of the week', () => {
  it.each([
    ['2026-05-03', 0],
    ['2026-05-04', 1],
    ['2028-02-29', 2],
    ['2025-12-31', 3],
    ['2026-01-01', 4],
    ['2024-03-01', 5],
    ['2000-01-01', 6],
  ])('of %s is %i', (day, number) => {
    expect(weekday(day)).toBe(number);
  });

  it('follows the day before', () => {
    const days = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2999-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(weekday(addDays(day, 1))).toBe((weekday(day) + 1) % 7);
      }),
    );
  });
});

describe('the time a gym has open', () => {
  it('lasts past midnight, over the ends of months and years', () => {
    expect(readOpenTime('2026-04-30')).toEqual([
      '2026-04-29T21:00:00.000Z',
      '2026-04-30T17:00:00.000Z',
    ]);
    expect(readOpenTime('2028-02-28')).toEqual([
      '2028-02-27T21:00:00.000Z',
      '2028-02-28T17:00:00.000Z',
    ]);
    expect(readOpenTime('2026-12-31')?.[1]).toBe('2026-12-31T17:00:00.000Z');
  });

  it('is none on the closed day of the week, a leap day too', () => {
    expect(readOpenTime('2026-05-05')).toBeNull();
    expect(readOpenTime('2028-02-29')).toBeNull();
  });

  it('is what a special day says, open or closed', () => {
    expect(readOpenTime('2025-12-31')).toEqual([
      '2025-12-31T01:00:00.000Z',
      '2025-12-31T08:00:00.000Z',
    ]);
    expect(readOpenTime('2026-01-01')).toBeNull();
    expect(readOpenTime('2026-01-06')).not.toBeNull();
    expect(readOpenTime('2026-01-07')).toEqual([
      '2026-01-06T21:00:00.000Z',
      '2026-01-07T17:00:00.000Z',
    ]);
  });

  it('is none on a day the week says nothing about', () => {
    expect(findOpenTime({ weekly: [], specialDays: [] }, '2026-05-01')).toBeNull();
  });
});

describe('a server or a phone elsewhere', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each(['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
    'in %s sees the same days and hours',
    (zone) => {
      vi.stubEnv('TZ', zone);
      expect(new Date('2026-05-03T00:00:00Z').getTimezoneOffset()).not.toBe(0);
      const week = ['03', '04', '05', '06', '07', '08', '09'].map((day) => `2026-05-${day}`);
      expect(week.map(weekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(readOpenTime('2026-05-05')).toBeNull();
      expect(readOpenTime('2026-05-06')).toEqual([
        '2026-05-05T21:00:00.000Z',
        '2026-05-06T17:00:00.000Z',
      ]);
      // Where clocks are put forward that night.
      expect(readOpenTime('2026-03-08')).toEqual([
        '2026-03-07T21:00:00.000Z',
        '2026-03-08T17:00:00.000Z',
      ]);
    },
  );
});

it('a special day is found by its date alone', () => {
  expect(findSpecialDay(hours, '2026-01-01')?.note).toBe('元日');
  expect(findSpecialDay(hours, '2027-01-01')).toBeNull();
});

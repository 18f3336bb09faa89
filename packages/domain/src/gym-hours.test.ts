import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import {
  type DayHours,
  findClashAround,
  findHoursFault,
  findOpenTime,
  findPresentDay,
  findSpecialDay,
  type GymHours,
  listSpecialDayClashes,
  listWeeklyClashes,
  reachesInto,
  type SpecialDay,
} from './gym-hours.ts';
import { addDays, weekday } from './gym-time.ts';

const hours = (opensHour: number, closesHour: number): DayHours => ({
  opensMinute: opensHour * 60,
  closesMinute: closesHour * 60,
});
const day = hours(9, 23);
const week = (changes: Readonly<Record<number, DayHours | null>> = {}) =>
  Array.from({ length: 7 }, (_, at) => (at in changes ? (changes[at] ?? null) : day));

test.each([
  [hours(0, 24), null],
  [hours(9, 48), null],
  [hours(23, 25), null],
  [hours(9, 9), 'closesMinute'],
  [hours(10, 9), 'closesMinute'],
  [hours(24, 26), 'opensMinute'],
  [hours(30, 29), 'opensMinute'],
])('%j: %s', (tried, fault) => {
  expect(findHoursFault(tried)).toBe(fault);
});

test.each([
  [hours(9, 33), day, false],
  [{ opensMinute: 540, closesMinute: 33 * 60 + 1 }, day, true],
  [hours(9, 48), null, false],
  [null, hours(0, 24), false],
  [hours(9, 24), hours(0, 24), false],
  [hours(9, 25), hours(0, 24), true],
])('%j and then %j: %s', (first, next, clash) => {
  expect(reachesInto(first, next)).toBe(clash);
});

test('every day of the week may reach into the next, Saturday into Sunday', () => {
  expect(listWeeklyClashes(week())).toEqual([]);
  for (const at of [0, 1, 2, 3, 4, 5, 6]) {
    expect(listWeeklyClashes(week({ [at]: hours(9, 34) }))).toEqual([at]);
    expect(listWeeklyClashes(week({ [at]: hours(9, 34), [(at + 1) % 7]: null }))).toEqual([]);
  }
  expect(listWeeklyClashes(Array.from({ length: 7 }, () => hours(0, 24)))).toEqual([]);
});

/** 2026-04-05 is a Sunday. */
const special = (date: string, its: DayHours | null): SpecialDay => ({
  date,
  hours: its,
  note: '',
});
const gym = (weekly: GymHours['weekly'], ...specialDays: SpecialDay[]): GymHours => ({
  weekly,
  specialDays,
});

test.each([
  ['closed', gym(week(), special('2026-04-05', null)), null],
  ['until late', gym(week(), special('2026-04-05', hours(9, 33))), null],
  ['too late', gym(week(), special('2026-04-05', hours(9, 34))), 'closesMinute'],
  ['early', gym(week({ 6: hours(9, 26) }), special('2026-04-05', hours(2, 9))), null],
  ['too early', gym(week({ 6: hours(9, 26) }), special('2026-04-05', hours(1, 9))), 'opensMinute'],
  [
    'too late for a special Monday',
    gym(week(), special('2026-04-05', hours(9, 30)), special('2026-04-06', hours(5, 9))),
    'closesMinute',
  ],
  [
    'late before a closed Monday',
    gym(week(), special('2026-04-05', hours(9, 48)), special('2026-04-06', null)),
    null,
  ],
] as const)('a Sunday %s', (_, tried, edge) => {
  expect(findClashAround(tried, '2026-04-05')).toBe(edge);
});

test('a week names its own day and end that clash with a special day', () => {
  const late = special('2026-04-05', hours(9, 30));
  expect(listSpecialDayClashes(gym(week(), late))).toEqual([]);
  expect(listSpecialDayClashes(gym(week({ 1: hours(5, 20) }), late))).toEqual([
    { weekday: 1, edge: 'opensMinute' },
  ]);
  const early = special('2026-04-05', hours(1, 9));
  expect(listSpecialDayClashes(gym(week({ 6: hours(9, 26) }), early))).toEqual([
    { weekday: 6, edge: 'closesMinute' },
  ]);
  const saturday = special('2026-04-04', hours(9, 26));
  expect(listSpecialDayClashes(gym(week(), saturday, early))).toEqual([]);
});

describe('the hours that hold', () => {
  const late = { opensMinute: 6 * 60, closesMinute: 26 * 60 };
  const short = { opensMinute: 10 * 60, closesMinute: 17 * 60 };
  const tuesday = 2;

  const usual: GymHours = {
    weekly: Array.from({ length: 7 }, (_, number) => (number === tuesday ? null : late)),
    specialDays: [
      { date: '2025-12-31', hours: short, note: '年末' },
      { date: '2026-01-01', hours: null, note: '元日' },
      { date: '2026-01-06', hours: short, note: '臨時営業' },
    ],
  };

  function readOpenTime(gymDay: string): string[] | null {
    const open = findOpenTime(usual, gymDay);
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
    ])('of %s is %i', (gymDay, number) => {
      expect(weekday(gymDay)).toBe(number);
    });

    it('follows the day before', () => {
      const days = fc.date({
        min: new Date('2000-01-01'),
        max: new Date('2999-01-01'),
        noInvalidDate: true,
      });
      fc.assert(
        fc.property(days, (date) => {
          const gymDay = date.toISOString().slice(0, 10);
          expect(weekday(addDays(gymDay, 1))).toBe((weekday(gymDay) + 1) % 7);
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
        const days = ['03', '04', '05', '06', '07', '08', '09'].map((date) => `2026-05-${date}`);
        expect(days.map(weekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
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
    expect(findSpecialDay(usual, '2026-01-01')?.note).toBe('元日');
    expect(findSpecialDay(usual, '2027-01-01')).toBeNull();
  });
});

test.each([
  ['2026-04-01T14:59:59Z', '2026-04-01'],
  ['2026-04-01T15:00:00Z', '2026-04-01'],
  ['2026-04-01T16:59:59Z', '2026-04-01'],
  // Two o'clock in the morning: it has closed.
  ['2026-04-01T17:00:00Z', '2026-04-02'],
  // The day before is closed as a special day.
  ['2026-04-02T15:30:00Z', '2026-04-03'],
])('at %s the day that goes on is %s', (time, present) => {
  const late = {
    weekly: week().map(() => hours(9, 26)),
    specialDays: [{ date: '2026-04-02', hours: null, note: '' }],
  };
  expect(findPresentDay(late, new Date(time))).toBe(present);
});

import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import {
  type DayHours,
  findClashAround,
  findHoursError,
  findOpenTime,
  findSpecialDay,
  type GymHours,
  gymDayOf,
  listSpecialDayClashes,
  listWeeklyClashes,
  reachesInto,
  type SpecialDay,
} from './gym-hours.ts';
import { addDays, toGymDay, toGymInstant, weekday } from './gym-time.ts';

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
])('%j: %s', (tried, error) => {
  expect(findHoursError(tried)).toBe(error);
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

/** Makes a special day. The tests use the week of Sunday, 2026-04-05. */
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

test('names the day and end of a week that overlap a special day', () => {
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

describe('effective opening hours', () => {
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

  describe('the weekday', () => {
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

    it('follows the weekday of the day before', () => {
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

  describe('the opening period of a gym', () => {
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

    it('is null on the closed weekday, also on a leap day', () => {
      expect(readOpenTime('2026-05-05')).toBeNull();
      expect(readOpenTime('2028-02-29')).toBeNull();
    });

    it('is that of a special day, open or closed', () => {
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

    it('is null on a weekday without hours', () => {
      expect(findOpenTime({ weekly: [], specialDays: [] }, '2026-05-01')).toBeNull();
    });
  });

  describe('a server or a phone in another time zone', () => {
    afterEach(() => {
      vi.unstubAllEnvs();
    });

    it.each(['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
      'in %s computes the same days and hours',
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
        // Los Angeles puts its clocks forward in that night.
        expect(readOpenTime('2026-03-08')).toEqual([
          '2026-03-07T21:00:00.000Z',
          '2026-03-08T17:00:00.000Z',
        ]);
      },
    );
  });

  it('finds a special day by its date alone', () => {
    expect(findSpecialDay(usual, '2026-01-01')?.note).toBe('元日');
    expect(findSpecialDay(usual, '2027-01-01')).toBeNull();
  });
});

test.each([
  ['2026-04-01T14:59:59Z', '2026-04-01'],
  ['2026-04-01T15:00:00Z', '2026-04-01'],
  ['2026-04-01T16:59:59Z', '2026-04-01'],
  // It is two in the morning, and the gym has just closed.
  ['2026-04-01T17:00:00Z', '2026-04-02'],
  // The day before is a special day on which the gym is closed.
  ['2026-04-02T15:30:00Z', '2026-04-03'],
])('at %s the gym day is %s', (time, gymDay) => {
  const late = {
    weekly: week().map(() => hours(9, 26)),
    specialDays: [{ date: '2026-04-02', hours: null, note: '' }],
  };
  expect(gymDayOf(new Date(time), late)).toBe(gymDay);
});

describe('the gym day of any instant', () => {
  const anyDay = fc.option(
    fc
      .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 2880 }))
      .map(([opensMinute, lasts]) => ({
        opensMinute,
        closesMinute: Math.min(opensMinute + lasts, 2880),
      })),
  );
  const anyWeek = fc.array(anyDay, { minLength: 7, maxLength: 7 });
  /** Instants around the special day, to the second. */
  const anyInstant = fc
    .integer({ min: 0, max: 6 * 24 * 3600 })
    .map((seconds) => new Date(Date.parse('2026-04-05T15:00:00Z') + seconds * 1000));
  const anySpecial = fc
    .tuple(fc.integer({ min: 0, max: 7 }), anyDay)
    .map(([at, its]): SpecialDay => special(addDays('2026-04-05', at), its));
  const anyHours = fc.record<GymHours>({
    weekly: anyWeek,
    specialDays: fc.uniqueArray(anySpecial, { maxLength: 3, selector: ({ date }) => date }),
  });

  it('is the day before exactly while that is open and the date has not opened', () => {
    fc.assert(
      fc.property(anyHours, anyInstant, (its, at) => {
        const date = toGymDay(at);
        const before = addDays(date, -1);
        const [night, next] = [findOpenTime(its, before), findOpenTime(its, date)];
        const isNight = night !== null && at < night.closesAt && !(next && next.opensAt <= at);
        expect(gymDayOf(at, its)).toBe(isNight ? before : date);
      }),
    );
  });

  it('never goes back while time goes on', () => {
    fc.assert(
      fc.property(anyHours, anyInstant, anyInstant, (its, one, other) => {
        const [first, last] = one < other ? [one, other] : [other, one];
        expect(gymDayOf(first, its) <= gymDayOf(last, its)).toBe(true);
      }),
    );
  });

  it('is the date in a gym that is always open, has no hours, or closes by midnight', () => {
    const untilMidnight = anyDay.map(
      (its) => its && { ...its, closesMinute: Math.min(its.closesMinute, 1440) },
    );
    const weeks = fc.oneof(
      fc.constant(week().map(() => hours(0, 24))),
      // Two days of 48 hours overlap. Staff cannot enter such hours.
      fc.constant(week().map(() => hours(0, 48))),
      fc.constant(week().map(() => null)),
      fc.array(untilMidnight, { minLength: 7, maxLength: 7 }),
    );
    fc.assert(
      fc.property(weeks, anyInstant, (weekly, at) => {
        expect(gymDayOf(at, { weekly, specialDays: [] })).toBe(toGymDay(at));
      }),
    );
  });

  it('depends only on the hours of the date and of the day before', () => {
    fc.assert(
      fc.property(anyHours, anyWeek, anyInstant, (its, changed, at) => {
        const kept = [toGymDay(at), addDays(toGymDay(at), -1)];
        const weekly = its.weekly.map((own, number) =>
          kept.some((date) => weekday(date) === number) ? own : (changed[number] ?? null),
        );
        const specialDays = its.specialDays.filter(({ date }) => kept.includes(date));
        expect(gymDayOf(at, { weekly, specialDays })).toBe(gymDayOf(at, its));
      }),
    );
  });

  it('combines a visit past midnight, and the next day begins after closing time', () => {
    const late = { weekly: week().map(() => hours(6, 26)), specialDays: [] };
    const at = (minute: number) => gymDayOf(toGymInstant('2026-04-04', minute), late);
    expect([23 * 60 + 30, 24 * 60, 25 * 60 + 59].map(at)).toEqual(Array(3).fill('2026-04-04'));
    expect([26 * 60, 30 * 60].map(at)).toEqual(Array(2).fill('2026-04-05'));
    // The gym has changed its hours; the night is the same.
    const early = { weekly: week().map(() => hours(6, 24)), specialDays: [] };
    expect(gymDayOf(toGymInstant('2026-04-04', 24 * 60), early)).toBe('2026-04-05');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isGymDay, readGymDay, toGymDay, toGymInstant, toGymTime } from './gym-time.ts';

it('changes at midnight in Tokyo', () => {
  expect(toGymDay(new Date('2025-08-15T14:59:59.999Z'))).toBe('2025-08-15');
  expect(toGymDay(new Date('2025-08-15T15:00:00Z'))).toBe('2025-08-16');
  expect(toGymTime(new Date('2025-08-15T15:00:07.9Z'))).toBe('2025-08-16 00:00:07');
});

it('agrees with the calendar of Asia/Tokyo', () => {
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short' });
  const instants = fc.date({
    min: new Date('1970-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (instant) => {
      expect(toGymDay(instant)).toBe(calendar.format(instant));
    }),
  );
});

const days = fc
  .date({ min: new Date('1970-01-02'), max: new Date('2999-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('an instant of a gym day', () => {
  it.each([
    ['2026-05-01', 0, '2026-04-30T15:00:00.000Z'],
    ['2026-05-01', 9 * 60, '2026-05-01T00:00:00.000Z'],
    ['2026-05-01', 24 * 60, '2026-05-01T15:00:00.000Z'],
    ['2026-05-01', 25 * 60, '2026-05-01T16:00:00.000Z'],
    ['2026-05-01', 48 * 60, '2026-05-02T15:00:00.000Z'],
    ['2025-12-31', 25 * 60 + 30, '2025-12-31T16:30:00.000Z'],
    ['2028-02-29', 6 * 60, '2028-02-28T21:00:00.000Z'],
    ['2028-02-29', 26 * 60, '2028-02-29T17:00:00.000Z'],
    ['2026-02-28', 26 * 60, '2026-02-28T17:00:00.000Z'],
  ])('%s and %i minutes is %s', (gymDay, minutes, instant) => {
    expect(toGymInstant(gymDay, minutes).toISOString()).toBe(instant);
  });

  it('is these minutes of that day on a clock in Tokyo', () => {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Tokyo',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1439 }), (day, minutes) => {
        const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
        const minute = String(minutes % 60).padStart(2, '0');
        expect(clock.format(toGymInstant(day, minutes))).toBe(`${day} ${hour}:${minute}`);
      }),
    );
  });

  it('after 24:00 equals the early hours of the next day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1440 }), (day, minutes) => {
        const late = toGymInstant(day, 1440 + minutes);
        expect(late).toEqual(toGymInstant(addDays(day, 1), minutes));
        expect(toGymDay(toGymInstant(day, 0))).toBe(day);
      }),
    );
  });
});

describe('a gym day', () => {
  it.each([
    [2026, 2, 28],
    [2028, 2, 29],
    [2000, 2, 29],
    [2026, 4, 30],
    [2026, 12, 31],
  ])('%i-%i-%i exists', (year, month, day) => {
    const text = readGymDay(year, month, day) ?? '';
    expect(text.split('-').map(Number)).toEqual([year, month, day]);
    expect(text).toHaveLength(10);
  });

  it.each([
    [2026, 2, 29],
    [2026, 2, 30],
    [2100, 2, 29],
    [2026, 4, 31],
    [2026, 1, 32],
    [2026, 1, 0],
    [2026, 0, 1],
    [2026, 13, 1],
    [-1, 1, 1],
    [12_026, 1, 1],
    [2026, 1.5, 1],
    [Number.NaN, 1, 1],
  ])('%d-%d-%d does not exist', (year, month, day) => {
    expect(readGymDay(year, month, day)).toBeNull();
  });

  it.each([
    '',
    '2026-5-1',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '20260501',
    '2026-05-01T00:00:00Z',
    ' 2026-05-01',
    '2026-05-01\n',
    '２０２６-05-01',
    '+02026-05-01',
  ])('rejects %j', (text) => {
    expect(isGymDay(text)).toBe(false);
  });

  it('accepts every existing day, and no 31st of a short month', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(isGymDay(day)).toBe(true);
        const [year = 0, month = 0] = day.split('-').map(Number);
        const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
        expect(readGymDay(year, month, last)).not.toBeNull();
        expect(readGymDay(year, month, last + 1)).toBeNull();
      }),
    );
  });
});

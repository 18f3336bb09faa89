import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeSpan,
  formatGymClock,
  formatGymDate,
  formatShortGymDate,
  formatSlotTime,
  formatTimer,
  gymDateOf,
} from './dates.ts';
import { formatCount, formatKg, formatKgInColumn, subtractKg } from './number-format.ts';

const slot = (from: number, to: number) => ({
  startsAt: toGymInstant('2026-12-31', from).toISOString(),
  endsAt: toGymInstant('2026-12-31', to).toISOString(),
});

it.each([
  [slot(6 * 60, 7 * 60), '6:00〜7:00'],
  [slot(22 * 60 + 15, 23 * 60 + 30), '22:15〜23:30'],
  [slot(23 * 60, 24 * 60), '23:00〜翌0:00'],
  [slot(23 * 60 + 30, 24 * 60 + 30), '23:30〜翌0:30'],
  [slot(24 * 60, 25 * 60), '翌0:00〜1:00'],
  [slot(25 * 60, 26 * 60), '翌1:00〜2:00'],
])('%o is %s', (times, text) => {
  expect(formatSlotTime(times, '2026-12-31')).toBe(text);
});

describe('kilograms', () => {
  it('have a decimal only when it is not zero', () => {
    expect(formatKg(60)).toBe('60');
    expect(formatKg(72.5)).toBe('72.5');
    expect(formatKg(2430)).toBe('2,430');
  });

  it('are aligned in a column', () => {
    expect(formatKgInColumn(60)).toBe('60.0');
    expect(formatKgInColumn(1072.5)).toBe('1,072.5');
  });

  it('are formatted like Intl.NumberFormat for Japanese', () => {
    const alone = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 1 });
    const column = new Intl.NumberFormat('ja-JP', { minimumFractionDigits: 1 });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (tenths) => {
        const kg = tenths / 10;
        expect(formatKg(kg)).toBe(alone.format(kg));
        expect(formatKgInColumn(kg)).toBe(column.format(kg));
        expect(formatCount(tenths)).toBe(alone.format(tenths));
      }),
    );
  });

  it('differ by whole tenths', () => {
    expect(subtractKg(60.4, 60.1)).toBe(0.3);
    expect(subtractKg(70, 72.5)).toBe(-2.5);
  });
});

it.each([
  ['2026-09-01', '2026-12-31', '9月1日(火)'],
  ['2026-09-01', '2027-01-01', '2026年9月1日(火)'],
  ['2027-01-01', '2026-12-31', '2027年1月1日(金)'],
  ['2024-02-29', '2026-02-28', '2024年2月29日(木)'],
])('formats %s on %s as %s', (date, today, expected) => {
  expect(formatGymDate(date, today)).toBe(expected);
});

it.each([
  ['2026-03-12', '1日'],
  ['2026-03-07', '5日'],
  ['2026-02-26', '2週間'],
  ['2026-01-20', '7週間'],
  ['2026-01-12', '2か月'],
  ['2025-12-12', '3か月'],
  ['2025-03-12', '1年'],
  ['2025-01-10', '1年2か月'],
])('%s was this long before March 12: %s', (day, expected) => {
  expect(describeSpan(day, '2026-03-12')).toBe(expected);
});

it('formats like Intl.DateTimeFormat for Japanese', () => {
  const zone = { timeZone: 'Asia/Tokyo' } as const;
  const dates = new Intl.DateTimeFormat('ja-JP', {
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    ...zone,
  });
  const clock = new Intl.DateTimeFormat('ja-JP', { hour: 'numeric', minute: '2-digit', ...zone });
  const instants = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (at) => {
      expect(formatShortGymDate(gymDateOf(at.toISOString()))).toBe(dates.format(at));
      expect(formatGymClock(at.toISOString())).toBe(clock.format(at));
    }),
  );
});

it('formats day and time of the gym, in any time zone', () => {
  expect(formatShortGymDate('2024-12-03')).toBe('12月3日(火)');
  expect(gymDateOf('2024-12-02T15:05:00Z')).toBe('2024-12-03');
  expect(formatGymClock('2024-12-02T15:05:00Z')).toBe('0:05');
  expect(formatGymClock('2024-12-03T09:30:00Z')).toBe('18:30');
});

it.each([
  [-2000, '0:00'],
  [0, '0:00'],
  [9999, '0:09'],
  [83_000, '1:23'],
  [3_600_000, '60:00'],
])('shows %i ms as %s', (ms, text) => {
  expect(formatTimer(ms)).toBe(text);
});

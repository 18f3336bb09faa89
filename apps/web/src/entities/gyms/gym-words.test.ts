import { expect, test } from 'vitest';
import { describeFreeSeats, formatHours, formatMinutes, toDayHours } from './gym-words.ts';

test.each([
  [{ opensMinute: 360, closesMinute: 1560 }, '6:00〜翌2:00'],
  [{ opensMinute: 420, closesMinute: 1380 }, '7:00〜23:00'],
  [{ opensMinute: 545, closesMinute: 1440 }, '9:05〜24:00'],
  [{ opensMinute: 0, closesMinute: 1440 }, '24時間営業'],
  [{ opensMinute: 1200, closesMinute: 1441 }, '20:00〜翌0:01'],
  [null, '休館'],
])('formats the hours %o as %s', (hours, words) => {
  expect(formatHours(hours)).toBe(words);
});

test.each([
  [120, '2時間'],
  [90, '1時間30分'],
  [45, '45分'],
  [0, '0分'],
  [1440, '24時間'],
])('formats %d minutes as %s', (minutes, words) => {
  expect(formatMinutes(minutes)).toBe(words);
});

test('converts instants to minutes of their gym day, also past midnight', () => {
  const day = { date: '2026-11-16', closed: false, special: false, note: '' };
  const opens = '2026-11-15T21:00:00.000Z';
  expect(toDayHours({ ...day, opens, closes: '2026-11-16T17:00:00.000Z' })).toEqual({
    opensMinute: 360,
    closesMinute: 1560,
  });
  expect(toDayHours({ ...day, closed: true, opens: null, closes: null })).toBeNull();
});

test.each([
  [{ remaining: 12, capacity: 12 }, '空き12'],
  [{ remaining: 3, capacity: 12 }, '空き3'],
  [{ remaining: 2, capacity: 12 }, '残り2'],
  [{ remaining: 1, capacity: 3 }, '残り1'],
  [{ remaining: 1, capacity: 1 }, '空き1'],
  [{ remaining: 0, capacity: 12 }, '満席'],
  // The gym lowered its capacity after the seats were reserved.
  [{ remaining: -2, capacity: 8 }, '満席'],
])('formats the seats %o as %s', (seats, words) => {
  expect(describeFreeSeats(seats)).toBe(words);
});

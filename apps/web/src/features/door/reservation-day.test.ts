import { expect, test } from 'vitest';
import { isNearDoor, nameDay } from './reservation-day.ts';

const at = (instant: string) => Date.parse(instant);
const evening = {
  date: '2026-11-20',
  startsAt: '2026-11-20T10:00:00.000Z',
  endsAt: '2026-11-20T11:00:00.000Z',
};
/** 0:30 of the 21st, which belongs to the 20th. */
const night = {
  date: '2026-11-20',
  startsAt: '2026-11-20T15:30:00.000Z',
  endsAt: '2026-11-20T16:30:00.000Z',
};

test.each([
  [evening, '2026-11-18T12:00:00+09:00', 'later'],
  [evening, '2026-11-18T23:59:59+09:00', 'later'],
  [evening, '2026-11-19T00:00:00+09:00', 'tomorrow'],
  [evening, '2026-11-20T00:00:00+09:00', 'today'],
  [evening, '2026-11-20T19:30:00+09:00', 'today'],
  [night, '2026-11-19T23:59:00+09:00', 'tomorrow'],
  [night, '2026-11-20T23:00:00+09:00', 'today'],
  [night, '2026-11-21T00:10:00+09:00', 'today'],
])('the day of %o at %s is %s', (reservation, now, name) => {
  expect(nameDay(reservation, at(now))).toBe(name);
});

test('the door is asked from an hour before it opens', () => {
  expect(isNearDoor(evening, at('2026-11-20T17:44:59+09:00'))).toBe(false);
  expect(isNearDoor(evening, at('2026-11-20T17:45:00+09:00'))).toBe(true);
  expect(isNearDoor(evening, at('2026-11-20T19:59:00+09:00'))).toBe(true);
});

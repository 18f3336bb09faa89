import type { DayHours } from '@tanren/domain/gym-hours';
import { expect, test } from 'vitest';
import { listImminent, listNearSlots } from './gym-crowd.service.ts';

const tokyo = (text: string) => new Date(`${text}+09:00`);
const show = (date: Date) =>
  new Date(date.getTime() + 9 * 3_600_000).toISOString().slice(5, 16).replace('T', ' ');

function near(hours: DayHours | null, now: string, slotMinutes = 60) {
  const weekly = Array.from({ length: 7 }, () => hours);
  const slots = listNearSlots({ weekly, specialDays: [] }, slotMinutes, tokyo(now));
  return {
    slots: slots.map(({ startsAt }) => show(startsAt)),
    imminent: listImminent(slots, tokyo(now)).length,
  };
}

const night = { opensMinute: 6 * 60, closesMinute: 26 * 60 };
const always = { opensMinute: 0, closesMinute: 24 * 60 };
const twoDays = { opensMinute: 0, closesMinute: 48 * 60 };

test.each([
  ['before opening, the first ones', night, '2026-04-02T05:00', ['04-02 06:00', '04-02 09:00'], 1],
  ['in the middle', night, '2026-04-02T09:30', ['04-02 09:00', '04-02 12:00'], 2],
  ['on the hour', night, '2026-04-02T10:00', ['04-02 10:00', '04-02 13:00'], 2],
  ['before midnight', night, '2026-04-02T23:59', ['04-02 23:00', '04-03 01:00'], 2],
  ['past midnight', night, '2026-04-03T00:10', ['04-03 00:00', '04-03 01:00'], 2],
  ['the last one', night, '2026-04-03T01:59', ['04-03 01:00', '04-03 01:00'], 1],
  ['after it, those of the morning', night, '2026-04-03T02:00', ['04-03 06:00', '04-03 09:00'], 1],
  ['at midnight, never closed', always, '2026-04-03T00:00', ['04-03 00:00', '04-03 03:00'], 2],
  ['a day of 48 hours', twoDays, '2026-04-03T12:00', ['04-03 12:00', '04-03 15:00'], 2],
] as const)('%s', (_name, hours, now, [first, last], imminent) => {
  const found = near(hours, now);
  expect([found.slots.at(0), found.slots.at(-1)]).toEqual([first, last]);
  expect(found.imminent).toBe(imminent);
  expect(found.slots.length).toBeLessThanOrEqual(4);
});

test('nothing on a closed day, nor when the rest is too short for a slot', () => {
  expect(near(null, '2026-04-02T12:00')).toEqual({ slots: [], imminent: 0 });
  const day = { opensMinute: 7 * 60, closesMinute: 23 * 60 };
  expect(near(day, '2026-04-02T22:00', 75).slots).toEqual([]);
  expect(near(day, '2026-04-02T21:59', 75).slots).toEqual(['04-02 20:45']);
});

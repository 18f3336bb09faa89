import { toGymInstant } from '@tanren/domain/gym-time';
import { expect, it } from 'vitest';
import { chooseDay, findOpenDay, listReservableDays } from './reservable-days.ts';

const until26 = { opensMinute: 6 * 60, closesMinute: 26 * 60 };
/** Closed on Tuesdays; 2026-11-17 is one. */
const weekly = [until26, until26, null, until26, until26, until26, until26];
const rules = {
  hours: {
    weekly,
    specialDays: [{ date: '2026-11-18', hours: null, note: '設備点検' }],
  },
  slotMinutes: 60,
  reservableDays: 28,
};
const at = (day: string, minutes: number) => toGymInstant(day, minutes).getTime();
const list = (now: number) => listReservableDays(rules, now);

it('28 days from today on, closed ones and notes marked', () => {
  const days = list(at('2026-11-16', 12 * 60 + 30));
  expect(days).toHaveLength(28);
  expect(days.slice(0, 3)).toEqual([
    { date: '2026-11-16', closed: false, note: '', slotCount: 13 },
    { date: '2026-11-17', closed: true, note: '', slotCount: 0 },
    { date: '2026-11-18', closed: true, note: '設備点検', slotCount: 0 },
  ]);
  expect(days.at(-1)?.date).toBe('2026-12-13');
});

it('after midnight the evening that goes on comes first, until its last slot has begun', () => {
  expect(list(at('2026-11-17', 30))[0]).toMatchObject({ date: '2026-11-16', slotCount: 1 });
  expect(list(at('2026-11-17', 60))[0]?.date).toBe('2026-11-17');
});

it('the day begins with the first that has something to reserve', () => {
  expect(chooseDay(list(at('2026-11-16', 12 * 60)), undefined)?.date).toBe('2026-11-16');
  expect(chooseDay(list(at('2026-11-17', 12 * 60)), undefined)?.date).toBe('2026-11-19');
});

it('a wish counts if it is among the days, also a closed one', () => {
  const days = list(at('2026-11-16', 12 * 60));
  expect(chooseDay(days, '2026-11-17')?.date).toBe('2026-11-17');
  expect(chooseDay(days, '2026-11-15')?.date).toBe('2026-11-16');
  expect(chooseDay(days, '2026-12-14')?.date).toBe('2026-11-16');
  expect(findOpenDay(days, '2026-11-16')?.date).toBe('2026-11-19');
});

it('a gym without hours still has days', () => {
  const none = { ...rules, hours: { weekly: weekly.map(() => null), specialDays: [] } };
  const days = listReservableDays(none, at('2026-11-16', 0));
  expect(chooseDay(days, undefined)?.date).toBe('2026-11-16');
  expect(findOpenDay(days)).toBeUndefined();
});

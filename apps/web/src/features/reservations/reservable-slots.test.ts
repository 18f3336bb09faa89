import type { ReservationSlot } from '@tanren/contract/training-reservations';
import { toGymInstant } from '@tanren/domain/gym-time';
import { expect, it } from 'vitest';
import {
  chooseDay,
  findNearestSlots,
  findOpenDay,
  findSameTimeNextDay,
  listReservableDays,
} from './reservable-slots.ts';

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

it('the requested day is chosen if it is among the days, also a closed one', () => {
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

const iso = (hour: number, day = '2026-11-20') => toGymInstant(day, hour * 60).toISOString();

const slot = (hour: number, remaining: number, others: Partial<ReservationSlot> = {}) => ({
  startsAt: iso(hour),
  endsAt: iso(hour + 1),
  capacity: 10,
  remaining,
  mine: false,
  reservationId: null,
  waiting: 0,
  myWait: null,
  ...others,
});

const hours = (slots: readonly ReservationSlot[]) =>
  slots.map(({ startsAt }) => (Date.parse(startsAt) - Date.parse(iso(0))) / 3_600_000);
const early = Date.parse(iso(5));

it('the nearest free ones on both sides, past full ones and one’s own', () => {
  const slots = [slot(16, 2), slot(17, 0), slot(18, 1, { mine: true }), slot(19, 0), slot(20, 4)];
  expect(hours(findNearestSlots(slots, iso(19), early))).toEqual([16, 20]);
});

it('only what is still to come, and only what there is', () => {
  const slots = [slot(17, 2), slot(18, 0), slot(24, 1)];
  expect(hours(findNearestSlots(slots, iso(18), Date.parse(iso(17.5))))).toEqual([24]);
  expect(findNearestSlots([slot(18, 0)], iso(18), early)).toEqual([]);
});

it('the same time on the next day, or less than an hour from it', () => {
  const nextDay = (hour: number, remaining: number) => slot(hour + 24, remaining);
  expect(
    hours([findSameTimeNextDay([nextDay(18, 1), nextDay(19, 1)], iso(19), early) ?? slot(0, 0)]),
  ).toEqual([43]);
  expect(hours([findSameTimeNextDay([nextDay(18.75, 1)], iso(19), early) ?? slot(0, 0)])).toEqual([
    42.75,
  ]);
  expect(
    findSameTimeNextDay([nextDay(18, 3), nextDay(19, 0), nextDay(20, 3)], iso(19), early),
  ).toBeNull();
});

import type { ReservationSlot } from '@tanren/contract/training-reservations';
import { toGymInstant } from '@tanren/domain/gym-time';
import { expect, it } from 'vitest';
import { findNearestSlots, findSameTimeNextDay } from './nearest-slots.ts';

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
  const at = (hour: number, remaining: number) => slot(hour + 24, remaining);
  expect(
    hours([findSameTimeNextDay([at(18, 1), at(19, 1)], iso(19), early) ?? slot(0, 0)]),
  ).toEqual([43]);
  expect(hours([findSameTimeNextDay([at(18.75, 1)], iso(19), early) ?? slot(0, 0)])).toEqual([
    42.75,
  ]);
  expect(findSameTimeNextDay([at(18, 3), at(19, 0), at(20, 3)], iso(19), early)).toBeNull();
});

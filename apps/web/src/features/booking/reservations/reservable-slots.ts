import type { ReservationSlot } from '@tanren/contract/booking/training-reservations';
import { findOpenTime, findSpecialDay, type GymHours } from '@tanren/domain/gyms/gym-hours';
import { addDays, daysBetween, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { hasBegun, lastReservableDay, listSlots } from '@tanren/domain/booking/reservations';

export interface GymRules {
  readonly hours: GymHours;
  readonly slotMinutes: number;
  readonly reservableDays: number;
}

export interface ReservableDay {
  readonly date: string;
  readonly closed: boolean;
  /** The gym's note on a day with special hours. Empty on ordinary days. */
  readonly note: string;
  /** Number of slots that have not begun. */
  readonly slotCount: number;
}

function describeDay({ hours, slotMinutes }: GymRules, date: string, now: number): ReservableDay {
  const open = findOpenTime(hours, date);
  const ahead = listSlots(open, slotMinutes).filter((slot) => !hasBegun(slot, new Date(now)));
  return {
    date,
    closed: open === null,
    note: findSpecialDay(hours, date)?.note ?? '',
    slotCount: ahead.length,
  };
}

/**
 * Lists the days from today on. After midnight, yesterday's gym day comes first while it still has
 * slots.
 */
export function listReservableDays(rules: GymRules, now: number): ReservableDay[] {
  const today = toGymDay(new Date(now));
  const last = lastReservableDay(new Date(now), rules.reservableDays);
  const length = daysBetween(today, last) + 1;
  const days = Array.from({ length }, (_, n) => addDays(today, n));
  const night = describeDay(rules, addDays(today, -1), now);
  const described = days.map((date) => describeDay(rules, date, now));
  return night.slotCount > 0 ? [night, ...described] : described;
}

/**
 * Returns the requested day if it is in the list, otherwise the first day with slots to reserve.
 */
export function chooseDay(
  days: readonly ReservableDay[],
  requested: string | undefined,
): ReservableDay | null {
  const found = days.find(({ date }) => date === requested);
  return found ?? findOpenDay(days) ?? days[0] ?? null;
}

/** Returns the first day after the given one that still has slots. */
export function findOpenDay(days: readonly ReservableDay[], after = ''): ReservableDay | undefined {
  return days.find(({ date, slotCount }) => slotCount > 0 && date > after);
}

function isFree({ remaining, mine, startsAt, refusal }: ReservationSlot, now: number): boolean {
  const begun = hasBegun({ startsAt: new Date(startsAt) }, new Date(now));
  return remaining > 0 && !mine && !begun && refusal === null;
}

/**
 * Returns the nearest free slots before and after the wanted time on the same day, if they exist.
 */
export function findNearestSlots(
  slots: readonly ReservationSlot[],
  wanted: string,
  now: number,
): ReservationSlot[] {
  const at = Date.parse(wanted);
  const free = slots.filter((slot) => isFree(slot, now));
  const before = free.findLast(({ startsAt }) => Date.parse(startsAt) < at);
  const after = free.find(({ startsAt }) => Date.parse(startsAt) > at);
  return [before, after].filter((slot) => slot !== undefined);
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the free slot nearest to the same time on the next day. It may start up to an hour apart,
 * because that day can have different hours.
 */
export function findSameTimeNextDay(
  slots: readonly ReservationSlot[],
  wanted: string,
  now: number,
): ReservationSlot | null {
  const at = Date.parse(wanted) + dayMs;
  const distance = ({ startsAt }: ReservationSlot) => Math.abs(Date.parse(startsAt) - at);
  const [nearest] = slots
    .filter((slot) => isFree(slot, now) && distance(slot) < 60 * 60 * 1000)
    .toSorted((a, b) => distance(a) - distance(b));
  return nearest ?? null;
}

/**
 * Parts of a gym day in minutes since its midnight. Minutes after 24:00 still belong to its night.
 */
const partsOfDay = [
  { name: '深夜', from: 0, until: 5 * 60 },
  { name: '朝', from: 5 * 60, until: 12 * 60 },
  { name: '昼', from: 12 * 60, until: 16 * 60 },
  { name: '夕方', from: 16 * 60, until: 18 * 60 },
  { name: '夜', from: 18 * 60, until: Number.POSITIVE_INFINITY },
] as const;

interface PartOfDay {
  readonly name: string;
  readonly slots: readonly ReservationSlot[];
}

/**
 * Groups the slots of a gym day by the part of the day in which they begin. Empty parts are
 * omitted.
 */
export function groupByPartOfDay(slots: readonly ReservationSlot[], gymDay: string): PartOfDay[] {
  const midnight = toGymInstant(gymDay, 0).getTime();
  const minuteOf = ({ startsAt }: ReservationSlot) => (Date.parse(startsAt) - midnight) / 60_000;
  return partsOfDay
    .map(({ name, from, until }) => ({
      name,
      slots: slots.filter((slot) => minuteOf(slot) >= from && minuteOf(slot) < until),
    }))
    .filter((part) => part.slots.length > 0);
}

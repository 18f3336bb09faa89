import { toGymDay } from '@tanren/domain/gym-day';
import { findOpenTime } from '@tanren/domain/gym-hours';
import { isGymDay, toGymInstant } from '@tanren/domain/gym-instants';
import { reservableDays } from '@tanren/domain/reservation-rules';
import { listSlots } from '@tanren/domain/reservation-slots';
import { addDays } from '@tanren/domain/training-weeks';
import type { ProblemField } from '@tanren/contract/problem';
import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import { type GymWithHours, readGymHours } from '#db/gym-hours.ts';

export interface Slot {
  readonly gymId: number;
  readonly gymDay: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Years that gyms have; PostgreSQL itself knows no year 0, which the format of a date allows. */
const gymYears = /^2\d{3}-/;

/** Hours may go on until the end of the next day. */
const longestDayMinutes = 48 * 60;

export function requireGymDay(text: string, place: ProblemField['in']): string {
  if (gymYears.test(text) && isGymDay(text)) return text;
  throw refuseField('/date', place, 'is not a day of a gym');
}

/** The format allows leap seconds and offsets of two digits, which JavaScript cannot read. */
export function requireInstant(text: string): Date {
  const instant = new Date(text);
  if (!Number.isNaN(instant.getTime())) return instant;
  throw refuseField('/startsAt', 'body', 'is not an instant');
}

function refuseField(path: string, place: ProblemField['in'], message: string): AppError {
  return new AppError('invalid_request', { fields: [{ path, in: place, message }] });
}

export async function requireGym(
  db: Queryable,
  gymId: number,
  fromDay: string,
  toDay: string,
): Promise<GymWithHours> {
  const found = await readGymHours(db, gymId, fromDay, toDay);
  if (found === null) throw new AppError('not_found');
  return found;
}

/** The slots of a gym day, the first at opening. */
export function listDaySlots({ gym, hours }: GymWithHours, gymDay: string): Slot[] {
  const times = listSlots(findOpenTime(hours, gymDay), gym.slotMinutes);
  return times.map((time) => ({ gymId: gym.id, gymDay, ...time }));
}

export interface SlotWish {
  readonly gymId: number;
  readonly gymDay: string;
  readonly startsAt: Date;
}

/** The slot of that gym day that begins then, if it may still, and already, be reserved. */
export async function requireSlot(db: Queryable, wish: SlotWish, now: Date): Promise<Slot> {
  const { gymId, gymDay, startsAt } = wish;
  const gym = await requireGym(db, gymId, gymDay, gymDay);
  refuseBegun(startsAt, now);
  refuseFarAhead(gymDay, now);
  return findSlot(gym, gymDay, startsAt) ?? refuseClosed();
}

/** The same without a day: a slot after midnight belongs to the day before. */
export async function requireSlotAt(
  db: Queryable,
  { gymId, startsAt }: Omit<SlotWish, 'gymDay'>,
  now: Date,
): Promise<Slot> {
  refuseBegun(startsAt, now);
  // Also keeps away from the database what is no date there, like the days of the year 10000.
  if (startsAt >= toGymInstant(lastReservableDay(now), longestDayMinutes)) refuseFar();
  const day = toGymDay(startsAt);
  const dayBefore = addDays(day, -1);
  const gym = await requireGym(db, gymId, dayBefore, day);
  const slot = findSlot(gym, day, startsAt) ?? findSlot(gym, dayBefore, startsAt);
  refuseFarAhead(slot?.gymDay ?? day, now);
  return slot ?? refuseClosed();
}

function refuseBegun(startsAt: Date, now: Date): void {
  if (startsAt <= now) throw new AppError('in_past');
}

function refuseFarAhead(gymDay: string, now: Date): void {
  if (gymDay > lastReservableDay(now)) refuseFar();
}

function lastReservableDay(now: Date): string {
  return addDays(toGymDay(now), reservableDays - 1);
}

function refuseFar(): never {
  throw new AppError('too_far_ahead');
}

function refuseClosed(): never {
  throw new AppError('closed');
}

function findSlot(gym: GymWithHours, gymDay: string, startsAt: Date): Slot | undefined {
  return listDaySlots(gym, gymDay).find((slot) => slot.startsAt.getTime() === startsAt.getTime());
}

import type { ProblemField } from '@tanren/contract/problem';
import {
  addDays,
  daysBetween,
  isGymDay,
  toGymDay,
  toGymInstant,
} from '@tanren/domain/gyms/gym-time';
import { findOpenTime } from '@tanren/domain/gyms/gym-hours';
import { chooseMembership, type MembershipRejection } from '@tanren/domain/memberships/memberships';
import {
  countOpenSeats,
  hasBegun,
  lastReservableDay,
  listSlots,
  type SeatCount,
} from '@tanren/domain/booking/reservations';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { type GymWithHours, readGymHours } from '#modules/gyms/gym-rules.service.ts';
import { readHeldMemberships } from '#modules/memberships/held-memberships.service.ts';
import { selectReserved, selectWaiting } from './reservation-slots.store.ts';
import { listNextOffers } from './promote-waiters.ts';

export interface Slot {
  readonly gymId: number;
  readonly gymDay: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Years of gym days. PostgreSQL has no year 0, which the format of a date allows. */
const gymYears = /^2\d{3}-/;

/** Maximum length of a gym day in minutes. Hours may go on until the end of the next day. */
const longestDayMinutes = 48 * 60;

export function requireGymDay(text: string, location: ProblemField['in']): string {
  if (gymYears.test(text) && isGymDay(text)) return text;
  throw rejectField('/date', location, 'is not a day of a gym');
}

/**
 * Parses an instant. The format allows leap seconds and offsets of two digits, which JavaScript
 * cannot read.
 */
export function requireInstant(text: string): Date {
  const instant = new Date(text);
  if (!Number.isNaN(instant.getTime())) return instant;
  throw rejectField('/startsAt', 'body', 'is not an instant');
}

function rejectField(path: string, location: ProblemField['in'], message: string): AppError {
  return new AppError('invalid_request', { fields: [{ path, in: location, message }] });
}

async function requireGym(
  db: Queryable,
  gymId: number,
  fromDay: string,
  toDay: string,
): Promise<GymWithHours> {
  const found = await readGymHours(db, gymId, fromDay, toDay);
  if (found === null) throw new AppError('not_found');
  return found;
}

/** Lists the slots of a gym day. The first begins at opening. */
export function listDaySlots({ gym, hours }: GymWithHours, gymDay: string): Slot[] {
  const times = listSlots(findOpenTime(hours, gymDay), gym.slotMinutes);
  return times.map(({ startsAt, endsAt }) => ({ gymId: gym.id, gymDay, startsAt, endsAt }));
}

export interface SlotRequest {
  readonly gymId: number;
  readonly gymDay: string;
  readonly startsAt: Date;
}

/**
 * Returns the slot of that gym day that begins at `startsAt`. Throws if it cannot be reserved yet,
 * or no longer.
 */
export async function requireSlot(db: Queryable, request: SlotRequest, now: Date): Promise<Slot> {
  const { gymId, gymDay, startsAt } = request;
  const gym = await requireGym(db, gymId, gymDay, gymDay);
  rejectBegun(startsAt, now);
  validateHorizon(gymDay, now);
  return findSlot(gym, gymDay, startsAt) ?? rejectClosed();
}

/** Returns the slot that begins at `startsAt`. A slot after midnight belongs to the day before. */
export async function requireSlotAt(
  db: Queryable,
  { gymId, startsAt }: Omit<SlotRequest, 'gymDay'>,
  now: Date,
): Promise<Slot> {
  rejectBegun(startsAt, now);
  // This check also rejects dates that the database cannot represent, such as those of the year
  // 10000.
  if (startsAt >= toGymInstant(lastReservableDay(now), longestDayMinutes)) rejectFarAhead();
  const day = toGymDay(startsAt);
  const dayBefore = addDays(day, -1);
  const gym = await requireGym(db, gymId, dayBefore, day);
  const slot = findSlot(gym, day, startsAt) ?? findSlot(gym, dayBefore, startsAt);
  validateHorizon(slot?.gymDay ?? day, now);
  return slot ?? rejectClosed();
}

/** Returns the slot that goes on now. Throws `closed` outside of the slots. */
export async function requireSlotAround(db: Queryable, gymId: number, now: Date): Promise<Slot> {
  const day = toGymDay(now);
  const days = [addDays(day, -1), day];
  const gym = await requireGym(db, gymId, addDays(day, -1), day);
  const slots = days.flatMap((gymDay) => listDaySlots(gym, gymDay));
  return slots.find((slot) => hasBegun(slot, now) && now < slot.endsAt) ?? rejectClosed();
}

function rejectBegun(startsAt: Date, now: Date): void {
  if (hasBegun({ startsAt }, now)) throw new AppError('in_past');
}

function validateHorizon(gymDay: string, now: Date): void {
  if (gymDay > lastReservableDay(now)) rejectFarAhead();
}

function rejectFarAhead(): never {
  throw new AppError('too_far_ahead');
}

function rejectClosed(): never {
  throw new AppError('closed');
}

function findSlot(gym: GymWithHours, gymDay: string, startsAt: Date): Slot | undefined {
  return listDaySlots(gym, gymDay).find((slot) => slot.startsAt.getTime() === startsAt.getTime());
}

export interface DaySlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly capacity: number;
  readonly remaining: number;
  readonly reservationId: number | null;
  readonly waiting: number;
  readonly myWait: {
    readonly id: number;
    readonly position: number;
    readonly offerExpiresAt: Date | null;
  } | null;
}

interface SlotReader {
  readonly sub: string;
  readonly gymId: number;
}

/** Reads the slots of a gym day for one member. A slot shown as free can be booked. */
export async function readDaySlots(
  db: Queryable,
  { sub, gymId, gymDay }: SlotReader & { readonly gymDay: string },
  now: Date,
): Promise<(DaySlot & { readonly refusal: MembershipRejection | null })[]> {
  const gym = await requireGym(db, gymId, gymDay, gymDay);
  const slots = await describeSlots(db, { gym, sub, slots: listDaySlots(gym, gymDay) }, now);
  const memberships = await readHeldMemberships(db, sub, now);
  return slots.map((slot) => {
    const { startsAt, endsAt } = slot;
    const chosen = chooseMembership(memberships, { startsAt, endsAt, gymId, gymDay });
    const isRejected = 'refusal' in chosen && slot.reservationId === null;
    return { ...slot, refusal: isRejected ? chosen.refusal : null };
  });
}

export interface ReservableDay {
  readonly gymDay: string;
  readonly capacity: number;
  readonly remaining: number;
  readonly mine: boolean;
}

/**
 * Reads the days that a member can reserve, each with its remaining slots. After midnight the day
 * before may still go on.
 */
export async function readReservableDays(
  db: Queryable,
  { sub, gymId }: SlotReader,
  now: Date,
): Promise<ReservableDay[]> {
  const [first, last] = [addDays(toGymDay(now), -1), lastReservableDay(now)];
  const gym = await requireGym(db, gymId, first, last);
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, n) => addDays(first, n));
  const slots = days
    .flatMap((gymDay) => listDaySlots(gym, gymDay))
    .filter((slot) => !hasBegun(slot, now));
  const described = await describeSlots(db, { gym, sub, slots }, now);
  return days.flatMap((gymDay) => {
    const ofDay = described.filter((_, n) => slots[n]?.gymDay === gymDay);
    if (ofDay.length === 0) return [];
    return {
      gymDay,
      capacity: sum(ofDay.map(({ capacity }) => capacity)),
      remaining: sum(ofDay.map(({ remaining }) => remaining)),
      mine: ofDay.some(({ reservationId }) => reservationId !== null),
    };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

interface SlotsOfMember {
  readonly gym: GymWithHours;
  readonly sub: string;
  /** Slots in the order of their time. */
  readonly slots: readonly Slot[];
}

async function describeSlots(
  db: Queryable,
  { gym: { gym }, sub, slots }: SlotsOfMember,
  now: Date,
): Promise<DaySlot[]> {
  const [from, to] = [slots[0]?.startsAt, slots.at(-1)?.endsAt];
  if (from === undefined || to === undefined) return [];
  const range = { gymId: gym.id, sub, from, to };
  const reserved = byStart(await selectReserved(db, range));
  const waitingLists = byStart(await selectWaiting(db, range, now));
  const described = slots.map((slot) => {
    const { gymId, gymDay, startsAt, endsAt } = slot;
    const key = startsAt.getTime();
    // A slot that has begun has no waiting list, although its waits may not be ended yet.
    const waits = hasBegun(slot, now) ? undefined : waitingLists.get(key);
    return {
      gymId,
      gymDay,
      startsAt,
      endsAt,
      capacity: gym.capacity,
      reserved: reserved.get(key)?.reserved ?? 0,
      offered: waits?.offered ?? 0,
      waiting: waits?.waiting ?? 0,
      reservationId: reserved.get(key)?.reservationId ?? null,
      myWait: waits === undefined ? null : describeOwnWait(waits),
    };
  });
  const due = await countDueOffers(db, described, now);
  return described.map((slot) => {
    const { startsAt, endsAt, capacity, reservationId, waiting, myWait } = slot;
    const offered = slot.offered + (due.get(startsAt.getTime()) ?? 0);
    const seats = { capacity, reserved: slot.reserved, offered };
    const remaining = hasBegun(slot, now) ? 0 : countOpenSeats(seats);
    return { startsAt, endsAt, capacity, remaining, reservationId, waiting, myWait };
  });
}

/**
 * Counts the seats that are offered as soon as the slot's offers are updated, by the slot's start.
 * Other members can no longer book those. Only slots with both a wait and an open seat are looked
 * up: there are few.
 */
async function countDueOffers(
  db: Queryable,
  slots: readonly (Slot & SeatCount & { readonly waiting: number })[],
  now: Date,
): Promise<Map<number, number>> {
  const unsettled = slots.filter((slot) => slot.waiting > slot.offered && countOpenSeats(slot) > 0);
  if (unsettled.length === 0) return new Map();
  const offers = await listNextOffers(db, unsettled, now);
  return new Map(unsettled.map(({ startsAt }, n) => [startsAt.getTime(), offers[n]?.length ?? 0]));
}

function describeOwnWait({
  myWaitId,
  myPosition,
  myOfferExpiresAt,
}: Awaited<ReturnType<typeof selectWaiting>>[number]) {
  if (myWaitId === null || myPosition === null) return null;
  return { id: myWaitId, position: myPosition, offerExpiresAt: myOfferExpiresAt };
}

function byStart<R extends { readonly startsAt: Date }>(rows: readonly R[]): Map<number, R> {
  return new Map(rows.map((row) => [row.startsAt.getTime(), row]));
}

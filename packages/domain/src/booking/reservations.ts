import type { OpenTime } from '#gyms/gym-hours.ts';
import { addDays, toGymDay } from '#gyms/gym-time.ts';
import {
  chooseMembership,
  type HeldMembership,
  type MembershipRejection,
  type PlannedVisit,
} from '#memberships/memberships.ts';

export interface SlotTime {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * Returns consecutive slots from the opening time on. A remainder that is too short for a slot is
 * left out.
 */
export function listSlots(open: OpenTime | null, slotMinutes: number): SlotTime[] {
  if (open === null) return [];
  const slotMs = slotMinutes * 60_000;
  const count = Math.floor((open.closesAt.getTime() - open.opensAt.getTime()) / slotMs);
  return Array.from({ length: Math.max(0, count) }, (_, n) => ({
    startsAt: new Date(open.opensAt.getTime() + n * slotMs),
    endsAt: new Date(open.opensAt.getTime() + (n + 1) * slotMs),
  }));
}

/**
 * Maximum number of a member's reservations that are not over, and of slots the member waits for.
 */
export const maxReservations = 4;
export const maxWaits = 4;
/** Number of days whose slots can be reserved, today included. */
export const reservableDays = 28;
/** Time for which a free seat is held for the member it was offered to. */
export const offerMs = 10 * 60 * 1000;
/** Time in which a wrong tap can be undone, also after the gym's deadline. */
export const undoMs = 5 * 60 * 1000;

/** Returns whether the slot has begun. It can then no longer be offered, reserved or waited for. */
export function hasBegun({ startsAt }: Pick<SlotTime, 'startsAt'>, now: Date): boolean {
  return startsAt <= now;
}

/** Returns the last gym day whose slots can be reserved now. */
export function lastReservableDay(now: Date, days = reservableDays): string {
  return addDays(toGymDay(now), days - 1);
}

/** Returns whether two slots overlap, so that one person cannot take both. */
export function overlaps(one: SlotTime, other: SlotTime): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

export type BookingRejection = 'limit_reached' | 'overlap' | MembershipRejection;

/** Data of a member that a booking depends on: reservations that are not over, and memberships. */
export interface BookingMember<M extends HeldMembership = HeldMembership> {
  readonly ahead: readonly SlotTime[];
  readonly memberships: readonly M[];
}

/**
 * Returns the membership for booking a slot, or the reason why the member cannot book it. Bookings
 * and offers to waiting members use this rule, so no member is offered a seat that cannot be
 * booked.
 */
export function decideBooking<M extends HeldMembership>(
  { ahead, memberships }: BookingMember<M>,
  slot: PlannedVisit,
): { readonly membership: M } | { readonly refusal: BookingRejection } {
  const chosen = chooseMembership(memberships, slot);
  if ('refusal' in chosen) return chosen;
  if (ahead.length >= maxReservations) return { refusal: 'limit_reached' };
  return ahead.some((reservation) => overlaps(reservation, slot)) ? { refusal: 'overlap' } : chosen;
}

/** Returns why a member cannot book the slot. Returns `null` when the member can. */
export function validateBooking(
  member: BookingMember,
  slot: PlannedVisit,
): BookingRejection | null {
  const decision = decideBooking(member, slot);
  return 'refusal' in decision ? decision.refusal : null;
}

export interface SeatCount {
  readonly capacity: number;
  readonly reserved: number;
  /** Number of seats that are held for the members they were offered to. */
  readonly offered: number;
}

/** Returns the number of seats that are neither reserved nor held by an offer. */
export function countOpenSeats({ capacity, reserved, offered }: SeatCount): number {
  return Math.max(0, capacity - reserved - offered);
}

/**
 * Returns whether there is no seat for a member. A seat that is held for this member counts as
 * free.
 */
export function isFull(seats: SeatCount & { readonly ownOffers: number }): boolean {
  return countOpenSeats({ ...seats, offered: seats.offered - seats.ownOffers }) === 0;
}

/**
 * Returns the waiting members who are offered the open seats next, in the order of the list.
 * Members who cannot book the slot stay in the list but are skipped, because the others would wait
 * for them in vain. Every member can book an open seat that is not offered.
 */
export function chooseNextOffers<W extends PlannedVisit>(
  seats: SeatCount,
  waiting: readonly W[],
  findMember: (wait: W) => BookingMember,
): W[] {
  const open = countOpenSeats(seats);
  return waiting.filter((wait) => validateBooking(findMember(wait), wait) === null).slice(0, open);
}

interface MadeReservation extends SlotTime {
  readonly createdAt: Date;
  /** Time at which door codes were first shown for the reservation. `null` before that. */
  readonly codesShownAt: Date | null;
}

/**
 * Returns the last moment at which a reservation can be moved or cancelled. It is before the first
 * door code is shown: the lock accepts a shown code, so the member could enter and then cancel.
 */
export function changeableUntil(made: MadeReservation, cancelDeadlineMinutes: number): Date {
  const until = changeableUnlessShown(made, cancelDeadlineMinutes);
  const { codesShownAt } = made;
  if (codesShownAt === null || codesShownAt > until) return until;
  return new Date(codesShownAt.getTime() - 1);
}

/**
 * Returns whether a reservation can still be moved or cancelled. `until` is its `changeableUntil`.
 */
export function isChangeable(until: Date, now: Date): boolean {
  return now <= until;
}

/**
 * Returns the last moment to move or cancel by the gym's deadline and the time for wrong taps
 * alone.
 */
export function changeableUnlessShown(
  { startsAt, createdAt }: Pick<MadeReservation, 'startsAt' | 'createdAt'>,
  cancelDeadlineMinutes: number,
): Date {
  const deadline = startsAt.getTime() - cancelDeadlineMinutes * 60_000;
  const undo = Math.min(createdAt.getTime() + undoMs, startsAt.getTime());
  return new Date(Math.max(deadline, undo));
}

/**
 * Returns whether a reservation made now could be cancelled only within the time for wrong taps.
 */
export function isPastDeadline(
  { startsAt }: Pick<SlotTime, 'startsAt'>,
  cancelDeadlineMinutes: number,
  now: Date,
): boolean {
  return now.getTime() > startsAt.getTime() - cancelDeadlineMinutes * 60_000;
}

/** Returns when an offer made now ends. It ends at the latest when the slot begins. */
export function offerExpiresAt({ startsAt }: Pick<SlotTime, 'startsAt'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + offerMs, startsAt.getTime()));
}

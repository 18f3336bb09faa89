import type { OpenTime } from './gym-hours.ts';
import { addDays, toGymDay } from './gym-time.ts';
import {
  chooseMembership,
  type HeldMembership,
  type MembershipRefusal,
  type PlannedVisit,
} from './memberships.ts';

export interface SlotTime {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Slots one after the other from opening on; a rest too short for one is left out. */
export function listSlots(open: OpenTime | null, slotMinutes: number): SlotTime[] {
  if (open === null) return [];
  const slotMs = slotMinutes * 60_000;
  const count = Math.floor((open.closesAt.getTime() - open.opensAt.getTime()) / slotMs);
  return Array.from({ length: Math.max(0, count) }, (_, n) => ({
    startsAt: new Date(open.opensAt.getTime() + n * slotMs),
    endsAt: new Date(open.opensAt.getTime() + (n + 1) * slotMs),
  }));
}

/** A member has at most this many reservations that are not over, and waits for this many slots. */
export const mostReservations = 4;
export const mostWaits = 4;
/** How many days ahead slots can be reserved, today included. */
export const reservableDays = 28;
/** A freed seat is held this long for the member it was offered to. */
export const offerMs = 10 * 60 * 1000;
/** A wrong tap can be undone this long, also after the gym's deadline. */
export const undoMs = 5 * 60 * 1000;

/** A slot is offered, reserved and waited for until the moment it begins. */
export function hasBegun({ startsAt }: Pick<SlotTime, 'startsAt'>, now: Date): boolean {
  return startsAt <= now;
}

/** The last gym day whose slots can be reserved now. */
export function lastReservableDay(now: Date, days = reservableDays): string {
  return addDays(toGymDay(now), days - 1);
}

/** Whether two times in a gym, of one person, cannot both be. */
export function overlaps(one: SlotTime, other: SlotTime): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

export type BookingRefusal = 'limit_reached' | 'overlap' | MembershipRefusal;

/** What a member brings to a booking: reservations that are not over, and the memberships. */
export interface BookingMember<M extends HeldMembership = HeldMembership> {
  readonly ahead: readonly SlotTime[];
  readonly memberships: readonly M[];
}

/**
 * The membership by which a member books a slot, or why the member cannot. Booking is decided by
 * this rule, and nobody who waits is offered a seat that it would refuse.
 */
export function decideBooking<M extends HeldMembership>(
  { ahead, memberships }: BookingMember<M>,
  slot: PlannedVisit,
): { readonly membership: M } | { readonly refusal: BookingRefusal } {
  const chosen = chooseMembership(memberships, slot);
  if ('refusal' in chosen) return chosen;
  if (ahead.length >= mostReservations) return { refusal: 'limit_reached' };
  return ahead.some((reservation) => overlaps(reservation, slot)) ? { refusal: 'overlap' } : chosen;
}

/** Why a member cannot book the slot; null: the member can. */
export function refuseBooking(member: BookingMember, slot: PlannedVisit): BookingRefusal | null {
  const decision = decideBooking(member, slot);
  return 'refusal' in decision ? decision.refusal : null;
}

export interface SeatCount {
  readonly capacity: number;
  readonly reserved: number;
  /** Seats that are held for the members they were offered to. */
  readonly offered: number;
}

/** The seats of a slot that are neither reserved nor held by an offer. */
export function countOpenSeats({ capacity, reserved, offered }: SeatCount): number {
  return Math.max(0, capacity - reserved - offered);
}

/** Whether a member gets no seat. A seat that is held for that very member is free to them. */
export function isFull(seats: SeatCount & { readonly ownOffers: number }): boolean {
  return countOpenSeats({ ...seats, offered: seats.offered - seats.ownOffers }) === 0;
}

/**
 * The members of a waiting list who are offered the open seats next, first come first served. Those
 * who could not book the slot stay in the list and are passed over, because the others would wait
 * for them in vain. An open seat that is offered to nobody is free to anybody.
 */
export function chooseNextOffers<W extends PlannedVisit>(
  seats: SeatCount,
  waiting: readonly W[],
  findMember: (wait: W) => BookingMember,
): W[] {
  const open = countOpenSeats(seats);
  return waiting.filter((wait) => refuseBooking(findMember(wait), wait) === null).slice(0, open);
}

interface MadeReservation extends SlotTime {
  readonly createdAt: Date;
  /** When codes of the door were handed out for it; null: not yet. */
  readonly codesShownAt: Date | null;
}

/**
 * The last moment at which a reservation can be moved or cancelled. Before the first code of the
 * door: the lock takes what was seen, so one could come in and give the place back.
 */
export function changeableUntil(made: MadeReservation, cancelDeadlineMinutes: number): Date {
  const until = changeableUnlessShown(made, cancelDeadlineMinutes);
  const { codesShownAt } = made;
  if (codesShownAt === null || codesShownAt > until) return until;
  return new Date(codesShownAt.getTime() - 1);
}

/** Whether a reservation can still be moved or cancelled; `until` is its `changeableUntil`. */
export function isChangeable(until: Date, now: Date): boolean {
  return now <= until;
}

/** The last moment to move or cancel by the gym's deadline and the time for wrong taps alone. */
export function changeableUnlessShown(
  { startsAt, createdAt }: Pick<MadeReservation, 'startsAt' | 'createdAt'>,
  cancelDeadlineMinutes: number,
): Date {
  const deadline = startsAt.getTime() - cancelDeadlineMinutes * 60_000;
  const undo = Math.min(createdAt.getTime() + undoMs, startsAt.getTime());
  return new Date(Math.max(deadline, undo));
}

/** Whether what is reserved now can be given back only as long as a wrong tap can be undone. */
export function isPastDeadline(
  { startsAt }: Pick<SlotTime, 'startsAt'>,
  cancelDeadlineMinutes: number,
  now: Date,
): boolean {
  return now.getTime() > startsAt.getTime() - cancelDeadlineMinutes * 60_000;
}

/** When an offer made now ends: nobody is offered a slot that has begun. */
export function offerExpiresAt({ startsAt }: Pick<SlotTime, 'startsAt'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + offerMs, startsAt.getTime()));
}

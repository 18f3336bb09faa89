import type { OpenTime } from './gym-hours.ts';
import { addDays, toGymDay } from './gym-time.ts';

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

/** At most so many reservations that are not over, and so many places in waiting lists. */
export const mostReservations = 4;
export const mostWaits = 4;
/** How many days ahead slots can be reserved, today included. */
export const reservableDays = 28;
/** A freed place waits so long for the one it is offered to. */
export const offerMs = 10 * 60 * 1000;
/** A wrong tap can be taken back so long, also after the gym's deadline. */
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

/**
 * Why a member cannot have a slot as well as what they have ahead; null: nothing stands against it.
 * Whoever books is refused by it, and whoever waits is not offered a place they could not take.
 */
export function refuseBooking(
  ahead: readonly SlotTime[],
  slot: SlotTime,
): 'limit_reached' | 'overlap' | null {
  if (ahead.length >= mostReservations) return 'limit_reached';
  return ahead.some((reservation) => overlaps(reservation, slot)) ? 'overlap' : null;
}

interface TakenPlaces {
  readonly capacity: number;
  readonly reserved: number;
  /** Places that are held for those they were offered to. */
  readonly offered: number;
}

/** Whether a member gets no place: one that is held for that very member is free to them. */
export function isFull({
  capacity,
  reserved,
  offered,
  ownOffers,
}: TakenPlaces & { readonly ownOffers: number }): boolean {
  return reserved + offered - ownOffers >= capacity;
}

/** How many more of those who wait can be offered a place. */
export function countNewOffers({ capacity, reserved, offered }: TakenPlaces): number {
  return Math.max(0, capacity - reserved - offered);
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

/** When an offer made now ends: nobody is offered a slot that has begun. */
export function offerExpiresAt({ startsAt }: Pick<SlotTime, 'startsAt'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + offerMs, startsAt.getTime()));
}

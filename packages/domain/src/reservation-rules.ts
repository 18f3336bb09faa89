import type { SlotTime } from './reservation-slots.ts';

/** At most so many reservations that are not over, and so many places in waiting lists. */
export const mostReservations = 4;
export const mostWaits = 4;
/** How many days ahead slots can be reserved, today included. */
export const reservableDays = 28;
/** A freed place waits so long for the one it is offered to. */
export const offerMs = 10 * 60 * 1000;
/** A wrong tap can be taken back so long, also after the gym's deadline. */
export const undoMs = 5 * 60 * 1000;

export interface MadeReservation extends SlotTime {
  readonly createdAt: Date;
}

/** The last moment at which a reservation can be moved or cancelled. */
export function changeableUntil(
  { startsAt, createdAt }: MadeReservation,
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

/** How many more of those who wait can be offered a place. */
export function countNewOffers(slot: {
  readonly capacity: number;
  readonly reserved: number;
  readonly offered: number;
}): number {
  return Math.max(0, slot.capacity - slot.reserved - slot.offered);
}

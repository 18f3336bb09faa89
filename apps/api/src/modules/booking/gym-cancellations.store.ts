import { and, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  type ReservationWaitRow,
  reservationWaits,
  type TrainingReservationRow,
  trainingReservations,
} from '#db/schema/booking.ts';
import { queueGymCancellations } from './reservation-notifications.ts';

/** A slot as it was reserved, regardless of the gym's present hours. */
export type HeldSlot = Pick<
  TrainingReservationRow & ReservationWaitRow,
  'gymId' | 'gymDay' | 'startsAt' | 'endsAt'
>;

export type CancelledReservation = HeldSlot & Pick<TrainingReservationRow, 'id' | 'sub'>;

/** Selects the reserved slots of a gym that have not begun, with the number of reservations. */
export function selectReservedSlots(db: Queryable, ofGym: number, now: Date) {
  const { gymId, gymDay, startsAt, endsAt, cancelledAt } = trainingReservations;
  return db
    .select({ gymId, gymDay, startsAt, endsAt, reserved: count() })
    .from(trainingReservations)
    .where(and(eq(gymId, ofGym), gt(startsAt, now), isNull(cancelledAt)))
    .groupBy(gymId, gymDay, startsAt, endsAt);
}

/**
 * Selects the slots of a gym that have waits and have not begun, with the number of seats on offer.
 */
export function selectWaitedSlots(db: Queryable, ofGym: number, now: Date) {
  const { gymId, gymDay, startsAt, endsAt, endedAt, offerExpiresAt } = reservationWaits;
  return db
    .select({
      gymId,
      gymDay,
      startsAt,
      endsAt,
      offered: sql<number>`count(*) filter (where ${offerExpiresAt} > ${now})::integer`,
    })
    .from(reservationWaits)
    .where(and(eq(gymId, ofGym), gt(startsAt, now), isNull(endedAt)))
    .groupBy(gymId, gymDay, startsAt, endsAt);
}

function isIn({ gymId, startsAt, endsAt }: HeldSlot) {
  return and(
    eq(trainingReservations.gymId, gymId),
    eq(trainingReservations.startsAt, startsAt),
    eq(trainingReservations.endsAt, endsAt),
    isNull(trainingReservations.cancelledAt),
  );
}

interface Cancellation {
  readonly reason: string;
  readonly now: Date;
}

/** Cancels all reservations of a slot. */
export async function cancelSlot(
  tx: Transaction,
  slot: HeldSlot,
  cancellation: Cancellation,
): Promise<CancelledReservation[]> {
  const { id } = trainingReservations;
  const all = await tx.select({ id }).from(trainingReservations).where(isIn(slot));
  return await cancelThese(tx, all, cancellation);
}

/**
 * Cancels as many reservations as exceed the capacity: the latest of those with a seat number
 * beyond it. There are always enough of them. A high seat number alone is no reason to cancel.
 */
export async function cancelExcess(
  tx: Transaction,
  slot: HeldSlot,
  { capacity, excess }: { readonly capacity: number; readonly excess: number },
  cancellation: Cancellation,
): Promise<CancelledReservation[]> {
  const { id, seat } = trainingReservations;
  const last = await tx
    .select({ id })
    .from(trainingReservations)
    .where(and(isIn(slot), gt(seat, capacity)))
    .orderBy(desc(id))
    .limit(excess);
  return await cancelThese(tx, last, cancellation);
}

export async function cancelThese(
  tx: Transaction,
  which: readonly Pick<TrainingReservationRow, 'id'>[],
  { reason, now }: Cancellation,
): Promise<CancelledReservation[]> {
  const { id, sub, gymId, gymDay, startsAt, endsAt, sequence } = trainingReservations;
  const ids = which.map((reservation) => reservation.id);
  const cancelled = await tx
    .update(trainingReservations)
    .set({ cancelledAt: now, gymCancelReason: reason, sequence: sql`${sequence} + 1` })
    .where(and(inArray(id, ids), isNull(trainingReservations.cancelledAt)))
    .returning({ id, sub, gymId, gymDay, startsAt, endsAt });
  await queueGymCancellations(tx, cancelled, now);
  return cancelled;
}

/**
 * Changes the gym day of a slot, because the same minutes may now belong to the day before or
 * after.
 */
export async function fileUnder(tx: Transaction, slot: HeldSlot, gymDay: string): Promise<void> {
  await tx.update(trainingReservations).set({ gymDay }).where(isIn(slot));
  await tx.update(reservationWaits).set({ gymDay }).where(isWaitIn(slot));
}

function isWaitIn({ gymId, startsAt }: HeldSlot) {
  return and(
    eq(reservationWaits.gymId, gymId),
    eq(reservationWaits.startsAt, startsAt),
    isNull(reservationWaits.endedAt),
  );
}

/** Returns offers to the waiting list, the latest first. Each keeps its position there. */
export async function withdrawOffers(
  tx: Transaction,
  slot: HeldSlot,
  excess: number,
  now: Date,
): Promise<void> {
  const { id, offerExpiresAt } = reservationWaits;
  const last = tx
    .select({ id })
    .from(reservationWaits)
    .where(and(isWaitIn(slot), gt(offerExpiresAt, now)))
    .orderBy(desc(id))
    .limit(excess);
  await tx
    .update(reservationWaits)
    .set({ offeredAt: null, offerExpiresAt: null, mailedAt: null })
    .where(inArray(id, last));
}

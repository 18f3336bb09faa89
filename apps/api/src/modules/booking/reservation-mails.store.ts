import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { wantsMail } from '#modules/members/notifications/notification-requests.service.ts';
import type { MailedCancellation, MailedOffer } from './reservation-mail-texts.ts';

/**
 * Selects cancelled reservations that still have an address. A reservation that the member cancels
 * loses its address. Members who have turned off these mails get a push notification, if any.
 */
const isUnnotified = and(
  isNotNull(trainingReservations.cancelledAt),
  isNotNull(trainingReservations.email),
  wantsMail(sql`${trainingReservations.sub}`, 'gym-cancelled'),
);

export function selectUnnotified(db: Queryable) {
  const { id, cancelledAt } = trainingReservations;
  return db
    .select({ id })
    .from(trainingReservations)
    .where(isUnnotified)
    .orderBy(asc(cancelledAt), asc(id));
}

export async function listUnnotified(db: Queryable): Promise<number[]> {
  return (await selectUnnotified(db)).map(({ id }) => id);
}

export async function findUnnotified(
  tx: Transaction,
  reservationId: number,
): Promise<MailedCancellation | null> {
  const { id, sub, gymId, gymDay, startsAt, endsAt, email } = trainingReservations;
  const { gymCancelReason: reason } = trainingReservations;
  const [found] = await tx
    .select({ id, sub, gymName: gyms.name, gymDay, startsAt, endsAt, email, reason })
    .from(trainingReservations)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .where(and(eq(id, reservationId), isUnnotified));
  if (found === undefined) return null;
  const { email: to, reason: why } = found;
  return to === null || why === null ? null : { ...found, email: to, reason: why };
}

function isDue(now: Date) {
  const { offeredAt, offerExpiresAt, mailedAt, endedAt, email } = reservationWaits;
  return and(
    isNull(endedAt),
    gt(offerExpiresAt, now),
    isNotNull(offeredAt),
    isNull(mailedAt),
    isNotNull(email),
    wantsMail(sql`${reservationWaits.sub}`, 'offer'),
  );
}

/** Lists the offers without a mail, oldest first. */
export async function listUnmailed(db: Queryable, now: Date): Promise<number[]> {
  const { id, offerExpiresAt } = reservationWaits;
  const due = await db
    .select({ id })
    .from(reservationWaits)
    .where(isDue(now))
    .orderBy(asc(offerExpiresAt), asc(id));
  return due.map((wait) => wait.id);
}

/** Finds an offer. Returns `null` if it was taken or declined, or is over. */
export async function findOffer(
  tx: Transaction,
  waitId: number,
  now: Date,
): Promise<MailedOffer | null> {
  const { id, sub, gymId, gymDay, startsAt, endsAt, offerExpiresAt, email } = reservationWaits;
  const [found] = await tx
    .select({ sub, gymName: gyms.name, gymDay, startsAt, endsAt, offerExpiresAt, email })
    .from(reservationWaits)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .where(and(eq(id, waitId), isDue(now)));
  if (found === undefined) return null;
  const { email: to, offerExpiresAt: until } = found;
  return to === null || until === null ? null : { ...found, email: to, offerExpiresAt: until };
}

export async function markMailed(tx: Transaction, waitId: number, now: Date): Promise<void> {
  await tx.update(reservationWaits).set({ mailedAt: now }).where(eq(reservationWaits.id, waitId));
}

/** Maximum number of rows per statement, so that it stays short however many reservations ended. */
const batchSize = 1000;

export async function deleteAddress(tx: Transaction, id: number): Promise<void> {
  await tx.update(trainingReservations).set({ email: null }).where(eq(trainingReservations.id, id));
}

/**
 * Selects reservations of past slots that still have an address. Rows that another transaction has
 * locked are skipped and come next time, so neither waits for the other.
 */
export function selectPastAddresses(db: Queryable, now: Date) {
  const { id, endsAt, email } = trainingReservations;
  return db
    .select({ id })
    .from(trainingReservations)
    .where(and(isNotNull(email), lte(endsAt, now)))
    .orderBy(asc(endsAt), asc(id))
    .limit(batchSize)
    .for('update', { skipLocked: true });
}

/** Deletes the addresses of past slots, because they need no more notifications. */
export async function deletePastAddresses(db: Database, now: Date): Promise<void> {
  for (;;) {
    const { rowCount } = await db
      .update(trainingReservations)
      .set({ email: null })
      .where(sql`${trainingReservations.id} = any(array(${selectPastAddresses(db, now)}))`);
    if ((rowCount ?? 0) < batchSize) return;
  }
}

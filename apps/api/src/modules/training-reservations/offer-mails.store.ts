import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { reservationWaits } from '#db/schema/training-reservations.ts';
import type { MailedOffer } from './offer-mail-text.ts';

function isDue(now: Date) {
  const { offeredAt, offerExpiresAt, mailedAt, endedAt, email } = reservationWaits;
  return and(
    isNull(endedAt),
    gt(offerExpiresAt, now),
    isNotNull(offeredAt),
    isNull(mailedAt),
    isNotNull(email),
  );
}

/** Offers nobody was told of, the oldest first. */
export async function listUnmailed(db: Queryable, now: Date): Promise<number[]> {
  const { id, offerExpiresAt } = reservationWaits;
  const due = await db
    .select({ id })
    .from(reservationWaits)
    .where(isDue(now))
    .orderBy(asc(offerExpiresAt), asc(id));
  return due.map((wait) => wait.id);
}

/** Null: it was taken, let go, or is over. */
export async function findOffer(
  tx: Transaction,
  waitId: number,
  now: Date,
): Promise<MailedOffer | null> {
  const { id, gymId, gymDay, startsAt, endsAt, offerExpiresAt, email } = reservationWaits;
  const [found] = await tx
    .select({ gymName: gyms.name, gymDay, startsAt, endsAt, offerExpiresAt, email })
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

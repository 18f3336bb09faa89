import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import type { MailedCancellation } from './gym-cancellation-mail-text.ts';

/** A cancelled reservation that still has its address: members' own lose it when they cancel. */
const isUntold = and(
  isNotNull(trainingReservations.cancelledAt),
  isNotNull(trainingReservations.email),
);

export function selectUntold(db: Queryable) {
  const { id, cancelledAt } = trainingReservations;
  return db
    .select({ id })
    .from(trainingReservations)
    .where(isUntold)
    .orderBy(asc(cancelledAt), asc(id));
}

export async function listUntold(db: Queryable): Promise<number[]> {
  return (await selectUntold(db)).map(({ id }) => id);
}

export async function findUntold(
  tx: Transaction,
  reservationId: number,
): Promise<MailedCancellation | null> {
  const { id, gymId, gymDay, startsAt, endsAt, email, gymCancelReason } = trainingReservations;
  const [found] = await tx
    .select({ gymName: gyms.name, gymDay, startsAt, endsAt, email, reason: gymCancelReason })
    .from(trainingReservations)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .where(and(eq(id, reservationId), isUntold));
  if (found === undefined) return null;
  const { email: to, reason } = found;
  return to === null || reason === null ? null : { ...found, email: to, reason };
}

import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';

/** A statement is never at it for long, however many ended since the last time. */
const batchSize = 1000;

export async function forgetAddress(tx: Transaction, id: number): Promise<void> {
  await tx.update(trainingReservations).set({ email: null }).where(eq(trainingReservations.id, id));
}

/** What somebody else is at waits for the next time: nobody waits for this, nor this for anybody. */
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

/** Of slots that are over there is nothing left to tell. */
export async function forgetPastAddresses(db: Database, now: Date): Promise<void> {
  for (;;) {
    const { rowCount } = await db
      .update(trainingReservations)
      .set({ email: null })
      .where(sql`${trainingReservations.id} = any(array(${selectPastAddresses(db, now)}))`);
    if ((rowCount ?? 0) < batchSize) return;
  }
}

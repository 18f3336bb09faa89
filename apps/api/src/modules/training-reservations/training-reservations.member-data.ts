import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import type { MemberData } from '#db/member-data.ts';
import { reservationWaits, trainingReservations } from '#db/schema/training-reservations.ts';
import { reservationPart, waitPart } from './reservation-exports.ts';
import { lockMemberReservations, lockSlots, type SlotKey } from './slot-lock.ts';

/** Of slots that have begun nobody changes anything any more. */
const yesterday = sql`now() - interval '1 day'`;

/** Where the member holds a place, or waits for one. */
async function listHeldSlots(tx: Transaction, sub: string): Promise<SlotKey[]> {
  const { gymId, startsAt, cancelledAt } = trainingReservations;
  const held = await tx
    .select({ gymId, startsAt })
    .from(trainingReservations)
    .where(and(eq(trainingReservations.sub, sub), isNull(cancelledAt), gt(startsAt, yesterday)));
  const waits = await tx
    .select({ gymId: reservationWaits.gymId, startsAt: reservationWaits.startsAt })
    .from(reservationWaits)
    .where(and(eq(reservationWaits.sub, sub), isNull(reservationWaits.endedAt)));
  return [...held, ...waits];
}

/** Places that become free are offered to the next by the task that settles slots. */
export const trainingReservationData: MemberData = {
  async erase(tx, sub) {
    await lockMemberReservations(tx, sub);
    await lockSlots(tx, await listHeldSlots(tx, sub));
    await tx.delete(trainingReservations).where(eq(trainingReservations.sub, sub));
    await tx.delete(reservationWaits).where(eq(reservationWaits.sub, sub));
  },
  exports: [reservationPart, waitPart],
};

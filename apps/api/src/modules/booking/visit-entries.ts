import { listStay } from '@tanren/domain/booking/door';
import { and, asc, eq, gt, gte, inArray, isNull, or } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { type TrainingReservationRow, trainingReservations } from '#db/schema/booking.ts';

type EnteredReservation = Pick<TrainingReservationRow, 'id' | 'gymId' | 'sub' | 'startsAt'>;

interface Entry {
  readonly at: Date;
  readonly by: 'door' | 'staff';
}

/**
 * Marks that the member has come in for a reservation, and for the following ones if the member
 * stays. The earliest time counts, regardless of the order of the messages. The caller has locked
 * the member's reservations. Returns `false` if the reservation was cancelled or moved before.
 */
export async function markEntered(
  tx: Transaction,
  { id, gymId, sub, startsAt }: EnteredReservation,
  { at, by }: Entry,
): Promise<boolean> {
  const table = trainingReservations;
  const reservations = await tx
    .select({ id: table.id, startsAt: table.startsAt, endsAt: table.endsAt })
    .from(table)
    .where(
      and(
        eq(table.sub, sub),
        gte(table.startsAt, startsAt),
        eq(table.gymId, gymId),
        isNull(table.cancelledAt),
      ),
    )
    .orderBy(asc(table.startsAt));
  const [first] = reservations;
  if (first?.id !== id || first.startsAt.getTime() !== startsAt.getTime()) return false;
  const ids = listStay(reservations).map((one) => one.id);
  await tx
    .update(table)
    .set({ enteredAt: at, enteredBy: by })
    .where(and(inArray(table.id, ids), or(isNull(table.enteredAt), gt(table.enteredAt, at))));
  return true;
}

import type { Transaction } from '#db/database.ts';
import { reservationWaits, trainingReservations } from '#db/schema/training-reservations.ts';
import { insertRows } from './insert-rows.ts';
import type { ReservationRows } from './reservation-rows.ts';

/** After gyms and sessions. */
export async function insertReservations(
  tx: Transaction,
  { reservations, waits, present }: ReservationRows,
): Promise<void> {
  const all = present === null ? reservations : [...reservations, present];
  await insertRows(tx, trainingReservations, all);
  await insertRows(tx, reservationWaits, waits);
}

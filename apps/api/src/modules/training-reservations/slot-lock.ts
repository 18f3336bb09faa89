import { sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/database.ts';
import { holdGymRules } from '#db/gym-rules-lock.ts';

/** What names a slot, whichever hours the gym has by now. */
export interface SlotKey {
  readonly gymId: number;
  readonly startsAt: Date;
}

/**
 * Until the transaction ends nobody else reserves, moves or waits for this member: what counts
 * the member's reservations goes first. Always before the locks of slots.
 */
export async function lockMemberReservations(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.memberReservations}, hashtext(${sub}))`,
  );
}

/**
 * Until the transaction ends nobody else gives or takes places of these slots. All that a
 * transaction needs at once, because the order of the keys is what keeps two from waiting for
 * each other; and before any row of them is touched. The rules of their gyms are held, too.
 */
export async function lockSlots(tx: Transaction, slots: readonly SlotKey[]): Promise<void> {
  for (const gymId of new Set(slots.map((slot) => slot.gymId))) await holdGymRules(tx, gymId);
  const keys = [...new Set(slots.map(toLockKey))].toSorted((a, b) => a - b);
  for (const key of keys) {
    await tx.execute(
      sql`select pg_advisory_xact_lock(${advisoryLocks.reservationSlot}, ${key}::integer)`,
    );
  }
}

/** Two slots that share a key wait for each other now and then, and nothing worse. */
function toLockKey({ gymId, startsAt }: SlotKey): number {
  const minutes = Math.floor(startsAt.getTime() / 60_000);
  return (Math.imul(gymId, 0x9e3779b1) + minutes) | 0;
}

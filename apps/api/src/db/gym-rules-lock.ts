import { sql } from 'drizzle-orm';
import { advisoryLocks } from './advisory-locks.ts';
import type { Transaction } from './database.ts';

/**
 * Until the transaction ends the hours, slots and capacity of the gym stay as they are. Whoever
 * gives or takes places holds it, many at once: after the lock of the member, before those of
 * slots, and before anything is read of the gym.
 */
export async function holdGymRules(tx: Transaction, gymId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${advisoryLocks.gymRules}, ${gymId}::integer)`,
  );
}

/**
 * For whoever changes them: until the transaction ends nobody gives or takes places in the gym.
 * It stands for all its slots, so that none of their locks is needed besides; one gym at a time.
 */
export async function lockGymRules(tx: Transaction, gymId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.gymRules}, ${gymId}::integer)`);
}

import { and, asc, eq, gt, inArray, lte, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { type MachineHoldRow, machineHolds } from '#db/schema/machines.ts';

/** Condition of a hold whose time is not over. */
export const isHeldAt = (now: Date) => gt(machineHolds.untilAt, now);

export async function findMemberHold(
  db: Queryable,
  sub: string,
  now: Date,
): Promise<MachineHoldRow | null> {
  const [found] = await db
    .select()
    .from(machineHolds)
    .where(and(eq(machineHolds.sub, sub), isHeldAt(now)));
  return found ?? null;
}

/** Locks the holds of the machine and of the member, also those whose time is over. */
export async function lockHolds(
  tx: Transaction,
  { machineId, sub }: Pick<MachineHoldRow, 'machineId' | 'sub'>,
): Promise<MachineHoldRow[]> {
  return await tx
    .select()
    .from(machineHolds)
    .where(or(eq(machineHolds.machineId, machineId), eq(machineHolds.sub, sub)))
    .orderBy(asc(machineHolds.machineId))
    .for('update');
}

/** Inserts a hold. Returns `null` if the machine or the member has another one. */
export async function insertHold(
  tx: Transaction,
  hold: MachineHoldRow,
): Promise<MachineHoldRow | null> {
  const [made] = await tx.insert(machineHolds).values(hold).onConflictDoNothing().returning();
  return made ?? null;
}

export async function deleteHolds(tx: Transaction, machineIds: readonly number[]): Promise<void> {
  if (machineIds.length === 0) return;
  await tx.delete(machineHolds).where(inArray(machineHolds.machineId, [...machineIds]));
}

/** Deletes the member's hold, also if its time is over. Returns the machine. */
export async function deleteMemberHold(db: Queryable, sub: string): Promise<number | null> {
  const [gone] = await db
    .delete(machineHolds)
    .where(eq(machineHolds.sub, sub))
    .returning({ machineId: machineHolds.machineId });
  return gone?.machineId ?? null;
}

const purgedAtOnce = 500;

/** Deletes holds whose time is over. Returns their machines, each to one of several nodes. */
export async function purgeHolds(db: Queryable, now: Date): Promise<number[]> {
  const { machineId, untilAt } = machineHolds;
  const over = db
    .select({ machineId })
    .from(machineHolds)
    .where(lte(untilAt, now))
    .orderBy(asc(machineId))
    .limit(purgedAtOnce)
    .for('update', { skipLocked: true });
  const gone = await db
    .delete(machineHolds)
    .where(inArray(machineId, over))
    .returning({ machineId });
  return gone.map((hold) => hold.machineId);
}

import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainerCodes } from '#db/schema/trainers.ts';

export type TrainerCodeRow = typeof trainerCodes.$inferSelect;

/**
 * Locks a member, so that no other transaction issues a code for them, links or unlinks them until
 * this one ends.
 */
export async function lockMemberTrainer(tx: Transaction, memberSub: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.memberTrainer}, hashtext(${memberSub}))`,
  );
}

/** Replaces the member's code. Returns `false` if another member has or had the same code. */
export async function replaceCode(tx: Transaction, code: TrainerCodeRow): Promise<boolean> {
  await deleteCode(tx, code.memberSub);
  const made = await tx
    .insert(trainerCodes)
    .values(code)
    .onConflictDoNothing()
    .returning({ memberSub: trainerCodes.memberSub });
  return made.length > 0;
}

export async function findLiveCode(
  db: Queryable,
  memberSub: string,
  now: Date,
): Promise<TrainerCodeRow | null> {
  const [found] = await db
    .select()
    .from(trainerCodes)
    .where(and(eq(trainerCodes.memberSub, memberSub), gt(trainerCodes.expiresAt, now)));
  return found ?? null;
}

/** Finds the owner of a code that has not expired. */
export async function findCodeOwner(
  db: Queryable,
  codeHash: Buffer,
  now: Date,
): Promise<string | null> {
  const [found] = await db
    .select({ memberSub: trainerCodes.memberSub })
    .from(trainerCodes)
    .where(and(eq(trainerCodes.codeHash, codeHash), gt(trainerCodes.expiresAt, now)));
  return found?.memberSub ?? null;
}

/**
 * Deletes a code and returns it. If several trainers enter the same code at once, only one gets it.
 */
export async function consumeCode(
  tx: Transaction,
  codeHash: Buffer,
  now: Date,
): Promise<TrainerCodeRow | null> {
  const [consumed] = await tx
    .delete(trainerCodes)
    .where(and(eq(trainerCodes.codeHash, codeHash), gt(trainerCodes.expiresAt, now)))
    .returning();
  return consumed ?? null;
}

export async function changeCodeScopes(
  db: Queryable,
  memberSub: string,
  scopes: TrainerScope[],
  now: Date,
): Promise<boolean> {
  const changed = await db
    .update(trainerCodes)
    .set({ scopes })
    .where(and(eq(trainerCodes.memberSub, memberSub), gt(trainerCodes.expiresAt, now)))
    .returning({ memberSub: trainerCodes.memberSub });
  return changed.length > 0;
}

export async function deleteCode(db: Queryable, memberSub: string): Promise<void> {
  await db.delete(trainerCodes).where(eq(trainerCodes.memberSub, memberSub));
}

export async function purgeTrainerCodes(db: Queryable, now: Date): Promise<void> {
  await db.delete(trainerCodes).where(lte(trainerCodes.expiresAt, now));
}

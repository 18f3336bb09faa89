import { createHash } from 'node:crypto';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { erasedAccounts } from '#db/schema/members.ts';

/**
 * Locks a member's account until the transaction ends, and throws `unauthenticated` when the
 * account has been deleted. Every call that may write the first row of a member uses it: a row
 * written while the account is being deleted would otherwise stay forever. Accounts in Amazon
 * Cognito cannot be locked; there the verified token must suffice.
 */
export type LockAccount = (tx: Transaction, sub: string) => Promise<void>;

/** The roles an account can have besides that of a member. */
export const appointments = ['trainer', 'staff'] as const;
export type Appointment = (typeof appointments)[number];

/**
 * Returns whether an account has a role. Trainers and staff are not erased before an operator has
 * removed their role. Otherwise a person could act, delete the account and come back, and the audit
 * entries that others rely on would belong to no account.
 */
export function holdsRole(groups: readonly string[]): boolean {
  return appointments.some((appointment) => groups.includes(appointment));
}

const hash = (sub: string) => createHash('sha256').update(`erased ${sub}`).digest();

/**
 * Records an erasure, in the transaction that erases the member. After its commit, no token issued
 * before is accepted.
 */
export async function recordErasure(tx: Transaction, sub: string): Promise<void> {
  const erasedAt = sql`now()`;
  await tx
    .insert(erasedAccounts)
    .values({ subHash: hash(sub), erasedAt })
    .onConflictDoUpdate({ target: erasedAccounts.subHash, set: { erasedAt } });
}

/** Returns whether the data of the account was erased at that moment or later. */
export async function wasErasedSince(db: Queryable, sub: string, since: Date): Promise<boolean> {
  const { subHash, erasedAt } = erasedAccounts;
  const found = await db
    .select({ erasedAt })
    .from(erasedAccounts)
    .where(and(eq(subHash, hash(sub)), gte(erasedAt, since)));
  return found.length > 0;
}

export async function purgeErasures(db: Database, before: Date): Promise<void> {
  await db.delete(erasedAccounts).where(lt(erasedAccounts.erasedAt, before));
}

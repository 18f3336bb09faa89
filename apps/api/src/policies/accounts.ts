import { createHash } from 'node:crypto';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { erasedAccounts } from '#db/schema/userinfo.ts';

/**
 * Keeps a member's account until the transaction ends; throws `unauthenticated` when it is
 * gone. Whoever adds the first row of a member calls it: a row written by a call that was
 * under way while the account was deleted would otherwise stay forever. Amazon Cognito
 * offers nothing to hold on to, there a verified token must do.
 */
export type HoldAccount = (tx: Transaction, sub: string) => Promise<void>;

/** What an account can be besides a member's. */
export const appointments = ['trainer', 'staff'] as const;
export type Appointment = (typeof appointments)[number];

/**
 * Whoever is trainer or staff is not erased before an operator has taken the role away: else one
 * could act, leave and act on, and the logs that others rely on would have been written by nobody.
 */
export function holdsRole(groups: readonly string[]): boolean {
  return appointments.some((appointment) => groups.includes(appointment));
}

const hash = (sub: string) => createHash('sha256').update(`erased ${sub}`).digest();

/** In the transaction that erases: from its end on no earlier token of theirs counts. */
export async function recordErasure(tx: Transaction, sub: string): Promise<void> {
  const erasedAt = sql`now()`;
  await tx
    .insert(erasedAccounts)
    .values({ subHash: hash(sub), erasedAt })
    .onConflictDoUpdate({ target: erasedAccounts.subHash, set: { erasedAt } });
}

/** Whether what we kept of them was erased at that moment or later. */
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

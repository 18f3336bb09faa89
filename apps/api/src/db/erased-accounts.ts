import { createHash } from 'node:crypto';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from './database.ts';
import { erasedAccounts } from './schema/erased-accounts.ts';

const hash = (sub: string) => createHash('sha256').update(`erased ${sub}`).digest();

/** In the transaction that erases: from its end on no earlier token of theirs counts. */
export async function noteErasure(tx: Transaction, sub: string): Promise<void> {
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

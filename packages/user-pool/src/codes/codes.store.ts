import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { PoolQueryable } from '#pool/pool-context.ts';
import { userPoolCodes, type CodePurpose } from '#schema/codes.ts';

export interface CodeKey {
  readonly purpose: CodePurpose;
  readonly subject: Buffer;
}

const isCode = ({ purpose, subject }: CodeKey) =>
  and(eq(userPoolCodes.purpose, purpose), eq(userPoolCodes.subject, subject));

export type CodeRow = typeof userPoolCodes.$inferSelect;

/** Replaces the last code of its kind. */
export async function putCode(
  db: PoolQueryable,
  key: CodeKey,
  code: Pick<CodeRow, 'codeHash' | 'expiresAt' | 'newEmail' | 'older'>,
): Promise<void> {
  const row = { ...code, tries: 0, usedAt: null };
  await db
    .insert(userPoolCodes)
    .values({ ...key, ...row })
    .onConflictDoUpdate({ target: [userPoolCodes.purpose, userPoolCodes.subject], set: row });
}

/**
 * Counts the try before the comparison. Returns `null` when no try is left or the code has expired.
 */
export async function takeTry(db: PoolQueryable, key: CodeKey, max: number, now: Date) {
  const [row] = await db
    .update(userPoolCodes)
    .set({ tries: sql`${userPoolCodes.tries} + 1` })
    .where(
      and(
        isCode(key),
        isNull(userPoolCodes.usedAt),
        gt(userPoolCodes.expiresAt, now),
        lt(userPoolCodes.tries, max),
      ),
    )
    .returning();
  return row ?? null;
}

/**
 * Returns `false` when a simultaneous request was faster, or a newer code has replaced this one.
 */
export async function markCodeUsed(
  db: PoolQueryable,
  key: CodeKey,
  codeHash: Buffer,
  provedHash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await db
    .update(userPoolCodes)
    .set({ usedAt: now, codeHash: provedHash })
    .where(and(isCode(key), eq(userPoolCodes.codeHash, codeHash), isNull(userPoolCodes.usedAt)))
    .returning({ usedAt: userPoolCodes.usedAt });
  return used.length > 0;
}

export async function findCode(db: PoolQueryable, key: CodeKey) {
  const [row] = await db.select().from(userPoolCodes).where(isCode(key));
  return row ?? null;
}

export async function deleteCode(db: PoolQueryable, key: CodeKey): Promise<void> {
  await db.delete(userPoolCodes).where(isCode(key));
}

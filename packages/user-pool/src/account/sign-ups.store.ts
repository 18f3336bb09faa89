import { and, desc, eq, inArray } from 'drizzle-orm';
import type { PoolQueryable } from '#database.ts';
import { userPoolSignUps, type SignUpRow } from '#schema/sign-ups.ts';

/** Of one address. More push out the oldest: refusing them would keep its owner from signing up. */
export const mostSignUps = 10;

/** The newest first. */
export async function listSignUps(db: PoolQueryable, sub: string): Promise<SignUpRow[]> {
  return await db
    .select()
    .from(userPoolSignUps)
    .where(eq(userPoolSignUps.sub, sub))
    .orderBy(desc(userPoolSignUps.createdAt), userPoolSignUps.id);
}

export async function insertSignUp(db: PoolQueryable, signUp: SignUpRow): Promise<void> {
  await db.insert(userPoolSignUps).values(signUp);
  const kept = await listSignUps(db, signUp.sub);
  const tooOld = kept.slice(mostSignUps).map(({ id }) => id);
  if (tooOld.length > 0) {
    await db.delete(userPoolSignUps).where(inArray(userPoolSignUps.id, tooOld));
  }
}

export async function renewSignUp(
  db: PoolQueryable,
  { id, sub }: Pick<SignUpRow, 'id' | 'sub'>,
  changes: Pick<SignUpRow, 'codeHash' | 'expiresAt'>,
): Promise<void> {
  await db
    .update(userPoolSignUps)
    .set(changes)
    .where(and(eq(userPoolSignUps.id, id), eq(userPoolSignUps.sub, sub)));
}

export async function deleteSignUps(db: PoolQueryable, sub: string): Promise<void> {
  await db.delete(userPoolSignUps).where(eq(userPoolSignUps.sub, sub));
}

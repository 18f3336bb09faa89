import { eq, lte, sql } from 'drizzle-orm';
import { keyedHash } from '#crypto/pool-secrets.ts';
import type { PoolQueryable } from '#database.ts';
import type { PoolContext } from '#pool-context.ts';
import { userPoolGuesses } from '#schema/throttles.ts';

const freeGuesses = 5;
const longestLockSeconds = 15 * 60;

export function guessSubject(pool: PoolContext, ...parts: readonly string[]): Buffer {
  return keyedHash(pool.secrets.throttle, 'guess', ...parts);
}

/**
 * Counts the guess as wrong before it is looked at: of a thousand sent at the same moment only
 * five get through. False: locked, and then it is not counted either. After five failures each
 * further one locks for 1, 2, 4 … seconds, 15 minutes at most; 15 quiet minutes forget them.
 */
export async function takeGuess(
  db: PoolQueryable,
  pool: PoolContext,
  subject: Buffer,
): Promise<boolean> {
  const now = pool.now();
  const { failures, lockedUntil } = userPoolGuesses;
  const forgetBefore = new Date(now.getTime() - longestLockSeconds * 1000).toISOString();
  const count = sql`case when ${lockedUntil} <= ${forgetBefore}::timestamptz then 1 else ${failures} + 1 end`;
  const lockSeconds = sql`case when (${count}) < ${freeGuesses}::int then 0
    else least(${longestLockSeconds}::int, power(2, least((${count}) - ${freeGuesses}::int, 20))) end`;
  const taken = await db
    .insert(userPoolGuesses)
    .values({ subject, failures: 1, lockedUntil: now })
    .onConflictDoUpdate({
      target: userPoolGuesses.subject,
      set: {
        failures: count,
        lockedUntil: sql`${now.toISOString()}::timestamptz + (${lockSeconds}) * interval '1 second'`,
      },
      setWhere: lte(lockedUntil, now),
    })
    .returning({ failures });
  return taken.length > 0;
}

export async function forgetGuesses(db: PoolQueryable, subject: Buffer): Promise<void> {
  await db.delete(userPoolGuesses).where(eq(userPoolGuesses.subject, subject));
}

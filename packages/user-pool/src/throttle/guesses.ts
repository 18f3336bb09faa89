import { eq, lt, lte, sql } from 'drizzle-orm';
import { keyedHash } from '#crypto/secrets.ts';
import type { PoolLimits } from '#limits.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import { userPoolAllowances, userPoolGuesses } from '#schema/codes.ts';
import { allowanceSubject, hasAllowance } from './allowances.ts';
import { type Requester, identifyRequester } from './clients.ts';

const freeGuesses = 5;
const longestLockSeconds = 15 * 60;

export function guessSubject(pool: PoolContext, ...parts: readonly string[]): Buffer {
  return keyedHash(pool.secrets.throttle, 'guess', ...parts);
}

/**
 * Counts the guess as wrong before it is checked, so that of a thousand simultaneous guesses only
 * five get through. Returns `false` when the subject is locked; the guess is then not counted.
 * After five failures each further one locks for 1, 2, 4 … seconds, at most 15 minutes. The count
 * is reset after 15 minutes without a guess.
 */
export async function takeGuess(
  db: PoolQueryable,
  pool: PoolContext,
  subject: Buffer,
): Promise<boolean> {
  const now = pool.now();
  const clearBefore = new Date(now.getTime() - longestLockSeconds * 1000);
  const { failures, lockedUntil } = userPoolGuesses;
  const count = sql`case when ${lockedUntil} <= ${clearBefore}::timestamptz then 1 else ${failures} + 1 end`;
  const lockSeconds = sql`case when (${count}) < ${freeGuesses} then 0
    else least(${longestLockSeconds}, power(2, least((${count}) - ${freeGuesses}, 20))) end`;
  const taken = await db
    .insert(userPoolGuesses)
    .values({ subject, failures: 1, lockedUntil: now })
    .onConflictDoUpdate({
      target: userPoolGuesses.subject,
      set: {
        failures: count,
        lockedUntil: sql`${now}::timestamptz + (${lockSeconds}) * interval '1 second'`,
      },
      // Fewer than five failures lock nothing: of two simultaneous guesses, the one with the
      // earlier time may be stored second.
      setWhere: sql`${lte(lockedUntil, now)} or ${lt(failures, freeGuesses)}`,
    })
    .returning({ failures });
  return taken.length > 0;
}

export async function clearGuesses(db: PoolQueryable, subject: Buffer): Promise<void> {
  await db.delete(userPoolGuesses).where(eq(userPoolGuesses.subject, subject));
}

/** Secrets of an account whose guesses are counted per client and for all strangers together. */
type GuessKind = 'password' | 'totp';

const together: Readonly<Record<GuessKind, keyof PoolLimits>> = {
  password: 'passwordsPerAccount',
  totp: 'totpCodesPerAccount',
};

/**
 * Counts a guess twice: for the network, which it can lock, and for all networks together, because
 * an attacker may have thousands. Browsers that have signed in before are counted separately in
 * both cases, so that strangers cannot lock out the owner. Returns `false` when locked.
 */
export async function takeAccountGuess(
  pool: PoolContext,
  call: Call,
  kind: GuessKind,
  sub: string,
): Promise<boolean> {
  const requester = identifyRequester(pool, call, sub);
  if (!(await takeGuess(pool.db, pool, guessSubject(pool, kind, sub, requester.name))))
    return false;
  return await hasAllowance(pool.db, pool, together[kind], sub, nameCrowd(requester));
}

/** Clears the count of a client that has proved the secret. Other clients keep theirs. */
export async function clearAccountGuesses(
  db: PoolQueryable,
  pool: PoolContext,
  call: Call,
  kind: GuessKind,
  sub: string,
): Promise<void> {
  const requester = identifyRequester(pool, call, sub);
  const guess = guessSubject(pool, kind, sub, requester.name);
  const allowance = allowanceSubject(pool, together[kind], sub, nameCrowd(requester));
  // The guess was right, so both counts lose it.
  await db.execute(sql`
    with cleared as (
      delete from ${userPoolGuesses} where ${userPoolGuesses.subject} = ${guess}::bytea
    )
    update ${userPoolAllowances} set used = greatest(used - 1, 0)
    where ${userPoolAllowances.subject} = ${allowance}::bytea`);
}

function nameCrowd({ familiar }: Requester): string {
  return familiar ? 'familiar' : 'strangers';
}

import type { PoolQueryable } from '#database.ts';
import type { PoolLimits } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import { hasAllowance, returnAllowance } from '#throttle/allowances.ts';
import { forgetGuesses, guessSubject, takeGuess } from '#throttle/guesses.ts';
import type { Call } from '#wire/call.ts';
import { nameAsker, type Asker } from './familiar-client.ts';

/** What a stranger can try without being asked for anything else first. */
export type GuessKind = 'password' | 'totp';

const together: Readonly<Record<GuessKind, keyof PoolLimits>> = {
  password: 'passwordsPerAccount',
  totp: 'totpCodesPerAccount',
};

/**
 * Counted twice: each network has a count that locks it, and all networks together have another,
 * because one guesser may have thousands. Browsers that have signed in before are counted apart
 * from strangers both times, so that nobody locks an owner out of them. False: locked.
 */
export async function takeAccountGuess(
  pool: PoolContext,
  call: Call,
  kind: GuessKind,
  sub: string,
): Promise<boolean> {
  const asker = nameAsker(pool, call, sub);
  if (!(await takeGuess(pool.db, pool, guessSubject(pool, kind, sub, asker.name)))) return false;
  return await hasAllowance(pool.db, pool, together[kind], sub, nameCrowd(asker));
}

/** Whoever has proved it starts anew; others keep their count. */
export async function forgetAccountGuesses(
  db: PoolQueryable,
  pool: PoolContext,
  call: Call,
  kind: GuessKind,
  sub: string,
): Promise<void> {
  const asker = nameAsker(pool, call, sub);
  await forgetGuesses(db, guessSubject(pool, kind, sub, asker.name));
  await returnAllowance(db, pool, together[kind], sub, nameCrowd(asker));
}

function nameCrowd({ familiar }: Asker): string {
  return familiar ? 'familiar' : 'strangers';
}

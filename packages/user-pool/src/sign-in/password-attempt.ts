import { recordAfterwards } from '#events/record-event.ts';
import type { PoolContext } from '#pool-context.ts';
import { PoolError, refuseCredentials } from '#pool-error.ts';
import type { Account } from '#users/account.ts';
import type { Call } from '#wire/call.ts';
import { forgetAccountGuesses, takeAccountGuess } from './account-guesses.ts';
import { takeNextStep } from './next-step.ts';

/** Known and unknown accounts take the same way, lock included; only `prove` can end it well. */
export async function attemptPassword(
  pool: PoolContext,
  call: Call,
  sub: string,
  prove: () => Promise<Account | null>,
): Promise<object> {
  if (!(await takeAccountGuess(pool, call, 'password', sub))) {
    recordAfterwards(pool, call, { sub, operation: 'sign-in', outcome: 'locked' });
    throw new PoolError('NotAuthorizedException', 'Password attempts exceeded');
  }
  const user = (await prove())?.user ?? null;
  if (user === null) {
    recordAfterwards(pool, call, { sub, operation: 'sign-in', outcome: 'failure' });
    throw refuseCredentials();
  }
  await forgetAccountGuesses(pool.db, pool, call, 'password', sub);
  return await takeNextStep(pool, call, user);
}

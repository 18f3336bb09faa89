import { recordAfterwards } from '#events/record-event.ts';
import type { PoolContext } from '#pool-context.ts';
import { PoolError, refuseCredentials } from '#pool-error.ts';
import { forgetGuesses, takeGuess } from '#throttle/guesses.ts';
import type { Account } from '#users/account.ts';
import type { Call } from '#wire/call.ts';
import { greetFamiliarClient, passwordGuessSubject } from './familiar-client.ts';
import { takeNextStep } from './next-step.ts';

/** Known and unknown accounts take the same way, lock included; only `prove` can end it well. */
export async function attemptPassword(
  pool: PoolContext,
  call: Call,
  sub: string,
  prove: () => Promise<Account | null>,
): Promise<object> {
  const subject = passwordGuessSubject(pool, call, sub);
  if (!(await takeGuess(pool.db, pool, subject))) {
    recordAfterwards(pool, call, { sub, operation: 'sign-in', outcome: 'locked' });
    throw new PoolError('NotAuthorizedException', 'Password attempts exceeded');
  }
  const user = (await prove())?.user ?? null;
  if (user === null) {
    recordAfterwards(pool, call, { sub, operation: 'sign-in', outcome: 'failure' });
    throw refuseCredentials();
  }
  await forgetGuesses(pool.db, subject);
  const step = await takeNextStep(pool, call, user);
  greetFamiliarClient(pool, call, user.sub);
  return step;
}

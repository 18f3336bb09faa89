import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { PoolError, rejectCredentials } from '#pool-error.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { storeClient } from '#throttle/clients.ts';
import { clearAccountGuesses, takeAccountGuess } from '#throttle/guesses.ts';
import { type ParentSession, startSession } from '#tokens/start-session.ts';
import type { Account } from '#users/account.ts';
import { requestSecondFactor } from './request-second-factor.ts';
import { sealChallengeSession } from './challenge-session.ts';

/** Returns the step after a proved password. Only the owner learns the state of the account. */
export async function takeNextStep(pool: PoolContext, call: Call, user: UserRow): Promise<object> {
  switch (user.status) {
    case 'UNCONFIRMED':
      throw new PoolError('UserNotConfirmedException', 'User is not confirmed.');
    case 'RESET_REQUIRED':
      throw new PoolError('PasswordResetRequiredException', 'Password reset required for the user');
    case 'FORCE_CHANGE_PASSWORD':
      return {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        ChallengeParameters: {
          USER_ID_FOR_SRP: user.sub,
          requiredAttributes: '[]',
          userAttributes: JSON.stringify({ ...user.attributes, email: user.email }),
        },
        Session: sealChallengeSession(pool, 'NEW_PASSWORD_REQUIRED', user),
      };
    case 'CONFIRMED':
      return (
        (await requestSecondFactor(pool, call, user)) ?? (await finishSignIn(pool, call, user))
      );
  }
}

export async function finishSignIn(
  pool: PoolContext,
  call: Call,
  user: UserRow,
  parent: ParentSession | null = null,
): Promise<object> {
  const AuthenticationResult = await startSession(pool, call, user, parent);
  const operation = parent === null ? 'sign-in' : 'delegated-sign-in';
  await recordEvent(pool, call, { sub: user.sub, operation });
  // The browser becomes familiar only after the second factor.
  if (parent === null) storeClient(pool, call, user.sub);
  return { AuthenticationResult, ChallengeParameters: {} };
}

/**
 * Checks a password. Known and unknown accounts take the same path, including the lock. Only
 * `prove` can succeed.
 */
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
    throw rejectCredentials();
  }
  await clearAccountGuesses(pool.db, pool, call, 'password', sub);
  return await takeNextStep(pool, call, user);
}

import { recordAfterwards } from '#events/record-event.ts';
import type { PoolContext } from '#pool-context.ts';
import { refuseCredentials } from '#pool-error.ts';
import { findUserBySub } from '#users/users.store.ts';
import type { Call } from '#wire/call.ts';
import { readChallengeSession, spendChallengeSession } from './challenge-session.ts';
import { redeemDelegationCode } from './delegation-codes.ts';
import { finishSignIn } from './next-step.ts';
import { readParameter, type ChallengeResponses } from './read-parameter.ts';

/** No second factor here: the sign-in that issued the code has passed it. */
export async function answerDelegation(
  pool: PoolContext,
  responses: ChallengeResponses,
  session: string | undefined,
  call: Call,
): Promise<object> {
  const challenge = readChallengeSession(pool, 'CUSTOM_CHALLENGE', session);
  const answer = readParameter(responses, 'ANSWER');
  await spendChallengeSession(pool, challenge);
  const user = await findUserBySub(pool.db, challenge.sub);
  const parent = await redeemDelegationCode(pool.db, challenge.sub, answer, pool.now());
  if (user === null || user.status !== 'CONFIRMED' || parent === null) {
    const { sub } = challenge;
    recordAfterwards(pool, call, { sub, operation: 'delegated-sign-in', outcome: 'failure' });
    throw refuseCredentials();
  }
  return await finishSignIn(pool, call, user, parent);
}

import type { PoolContext } from '#pool-context.ts';
import { findAccount } from '#users/account.ts';
import { sealChallengeSession } from './challenge-session.ts';

/** CUSTOM_AUTH: asks for a one-time code, from a name that nobody has as well. */
export async function startDelegation(pool: PoolContext, username: string): Promise<object> {
  const { sub, user } = await findAccount(pool.db, pool, username);
  return {
    ChallengeName: 'CUSTOM_CHALLENGE',
    ChallengeParameters: { USERNAME: sub },
    Session: sealChallengeSession(pool, 'CUSTOM_CHALLENGE', {
      sub,
      credentialVersion: user?.credentialVersion ?? 0,
    }),
  };
}

import { and, eq, gt, isNull } from 'drizzle-orm';
import { createTicket, hashTicket } from '#crypto/secrets.ts';
import { recordAfterwards } from '#events/record-event.ts';
import { lifetimes } from '#limits.ts';
import { PoolError, rejectCredentials } from '#pool-error.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import { userPoolDelegationCodes, userPoolSessions } from '#schema/sessions.ts';
import type { ParentSession } from '#tokens/start-session.ts';
import { createTokenVerifier, type TokenIssuer } from '#tokens/verify-tokens.ts';
import { findAccount } from '#users/account.ts';
import { findUserBySub } from '#users/users.store.ts';
import {
  type ChallengeResponses,
  readChallengeSession,
  readParameter,
  sealChallengeSession,
  spendChallengeSession,
} from './challenge-session.ts';
import { finishSignIn } from './next-step.ts';

/** Starts CUSTOM_AUTH: asks for a one-time code, also for an unknown name. */
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

interface SignIn {
  readonly sub: string;
  readonly originJti: string;
}

interface DelegationCode {
  readonly username: string;
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Creates the function that delegates a sign-in. The client must show both tokens of one sign-in:
 * many servers receive an id token alone, so it must not be enough for a new sign-in.
 */
export function createDelegation(pool: Omit<TokenIssuer, 'db'>) {
  const verifyAccessToken = createTokenVerifier(pool, 'access');
  return async (
    db: PoolQueryable,
    signIn: SignIn,
    accessToken: string,
  ): Promise<DelegationCode> => {
    const { user, originJti } = await verifyAccessToken(db, accessToken);
    if (user.sub !== signIn.sub || originJti !== signIn.originJti) {
      throw new PoolError('NotAuthorizedException', 'Invalid Access Token');
    }
    return await issueDelegationCode(db, signIn, pool.now());
  };
}

/**
 * Issues a code. A client that uses it within a minute is signed in as the user until the sign-in
 * ends.
 */
export async function issueDelegationCode(
  db: PoolQueryable,
  { sub, originJti }: SignIn,
  now: Date,
): Promise<DelegationCode> {
  const { ticket, hash } = createTicket();
  const expiresAt = new Date(now.getTime() + lifetimes.delegationCode * 1000);
  await db.insert(userPoolDelegationCodes).values({ codeHash: hash, sub, originJti, expiresAt });
  return { username: sub, code: ticket, expiresAt };
}

/**
 * Returns the sign-in that issued the code. A code works once, and only while that sign-in lasts.
 */
async function redeemDelegationCode(
  db: PoolQueryable,
  sub: string,
  code: string,
  now: Date,
): Promise<ParentSession | null> {
  const [redeemed] = await db
    .delete(userPoolDelegationCodes)
    .where(
      and(
        eq(userPoolDelegationCodes.codeHash, hashTicket(code)),
        eq(userPoolDelegationCodes.sub, sub),
        gt(userPoolDelegationCodes.expiresAt, now),
      ),
    )
    .returning({ originJti: userPoolDelegationCodes.originJti });
  if (redeemed === undefined) return null;
  const [parent] = await db
    .select()
    .from(userPoolSessions)
    .where(
      and(eq(userPoolSessions.originJti, redeemed.originJti), isNull(userPoolSessions.revokedAt)),
    );
  return parent ?? null;
}

/**
 * Answers CUSTOM_CHALLENGE. No second factor is needed, because the sign-in that issued the code
 * passed it.
 */
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
    throw rejectCredentials();
  }
  return await finishSignIn(pool, call, user, parent);
}

import { and, eq, gt, isNull } from 'drizzle-orm';
import { createTicket, hashTicket } from '#crypto/tickets.ts';
import type { PoolQueryable } from '#database.ts';
import { lifetimes } from '#limits.ts';
import { PoolError } from '#pool-error.ts';
import { userPoolDelegationCodes, userPoolSessions } from '#schema/sessions.ts';
import type { ParentSession } from '#tokens/start-session.ts';
import { createTokenVerifier, type TokenIssuer } from '#tokens/verify-token.ts';

export interface SignIn {
  readonly sub: string;
  readonly originJti: string;
}

export interface DelegationCode {
  readonly username: string;
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * For a client that is signed in, and proves it by both tokens of one sign-in: an id token alone is
 * shown to every server that asks who somebody is, and must not become a sign-in of its own.
 */
export function createDelegation(pool: TokenIssuer) {
  const verifyAccessToken = createTokenVerifier(pool, 'access');
  return async (signIn: SignIn, accessToken: string): Promise<DelegationCode> => {
    const { user, originJti } = await verifyAccessToken(accessToken);
    if (user.sub !== signIn.sub || originJti !== signIn.originJti) {
      throw new PoolError('NotAuthorizedException', 'Invalid Access Token');
    }
    return await issueDelegationCode(pool.db, signIn, pool.now());
  };
}

/** Whoever brings the code within a minute becomes that user, for as long as the sign-in lasts. */
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

/** The sign-in that issued the code: once, and only while it lasts. */
export async function redeemDelegationCode(
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

import { isRecentlyAuthenticated } from '@tanren/domain/authentication';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { PoolError } from '#pool-error.ts';
import type { PoolContext, UserPoolOptions, VerifiedToken } from '#pool/pool-context.ts';
import { findSession, markSeen, seenAgainMs } from './sessions.store.ts';
import { isTotpMissing } from './start-session.ts';

type TokenUse = 'id' | 'access';

/** What verification needs of a pool. */
export type TokenIssuer = Pick<
  UserPoolOptions,
  'db' | 'keys' | 'issuer' | 'clientId' | 'now' | 'mustUseTotp'
>;

const words = { id: 'Identity', access: 'Access' } as const;

/**
 * Asks the database each time: a revocation on one node must hold on all of them. Whoever keeps the
 * answer for later calls must learn of changes in another way (the triggers that notify).
 */
export function createTokenVerifier(pool: TokenIssuer, use: TokenUse) {
  const keySet = createLocalJWKSet({ keys: pool.keys.signing.map((key) => key.publicJwk) });

  return async function verifyToken(token: string): Promise<VerifiedToken> {
    const claims = await readClaims(token);
    const originJti = claims['origin_jti'];
    if (typeof originJti !== 'string') throw refuse('Invalid');
    const found = await findSession(pool.db, originJti);
    if (found === null || found.session.revokedAt !== null || found.user.sub !== claims.sub) {
      throw new PoolError('NotAuthorizedException', `${words[use]} Token has been revoked`);
    }
    const now = pool.now();
    if (found.session.expiresAt <= now) {
      throw new PoolError('NotAuthorizedException', `${words[use]} Token has expired`);
    }
    let seenAt = found.session.lastSeenAt;
    if (now.getTime() - seenAt.getTime() >= seenAgainMs) {
      await markSeen(pool.db, originJti, now);
      seenAt = now;
    }
    return {
      user: found.user,
      originJti,
      authenticatedAt: found.session.authenticatedAt,
      goodUntil: findGoodUntil(found.session.expiresAt, seenAt, claims.exp),
    };
  };

  /** Also no later than when it has to be written again that the device was seen. */
  function findGoodUntil(sessionEnd: Date, seenAt: Date, exp = 0): Date {
    return new Date(Math.min(exp * 1000, sessionEnd.getTime(), seenAt.getTime() + seenAgainMs));
  }

  async function readClaims(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer: pool.issuer,
        algorithms: ['RS256'],
        currentDate: pool.now(),
        requiredClaims: ['sub', 'exp', 'origin_jti'],
        ...(use === 'id' && { audience: pool.clientId }),
      });
      const foreign = use === 'access' && payload['client_id'] !== pool.clientId;
      if (payload['token_use'] !== use || foreign) throw refuse('Invalid');
      return payload;
    } catch (error) {
      if (error instanceof PoolError) throw error;
      if (error instanceof errors.JWTExpired) {
        throw new PoolError('NotAuthorizedException', `${words[use]} Token has expired`);
      }
      throw refuse('Invalid');
    }
  }

  function refuse(what: string): PoolError {
    return new PoolError('NotAuthorizedException', `${what} ${words[use]} Token`);
  }
}

export interface Identity {
  readonly sub: string;
  readonly username: string;
  readonly groups: readonly string[];
  readonly email: string;
  readonly originJti: string;
  /** When a password was entered last, and a code where one is asked for. */
  readonly authenticatedAt: Date;
  /** The account must use an authenticator app, and does not yet. */
  readonly totpMissing: boolean;
  /** From this moment on the token must be verified anew, whatever is remembered of it. */
  readonly goodUntil: Date;
}

/**
 * For the API: throws a PoolError unless the token is ours, fresh and not revoked. Groups and
 * address are those of now, not those of the hour-old token.
 */
export function createVerifyIdToken(pool: TokenIssuer): (token: string) => Promise<Identity> {
  const verifyToken = createTokenVerifier(pool, 'id');
  return async (token) => {
    const { user, originJti, authenticatedAt, goodUntil } = await verifyToken(token);
    const { sub, groups, email } = user;
    return {
      sub,
      username: sub,
      groups,
      email,
      originJti,
      authenticatedAt,
      totpMissing: isTotpMissing(pool, user),
      goodUntil,
    };
  };
}

/**
 * For changes that would give the account away: a token that was left behind on a phone must not
 * be enough. Clients tell this refusal from others by its message.
 */
export function requireRecentAuthentication(
  pool: Pick<PoolContext, 'now'>,
  { authenticatedAt }: Pick<VerifiedToken, 'authenticatedAt'>,
): void {
  if (isRecentlyAuthenticated(authenticatedAt, pool.now())) return;
  throw new PoolError('NotAuthorizedException', 'Recent authentication is required.');
}

import { isRecentlyAuthenticated } from '@tanren/domain/identity/authentication';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { PoolError } from '#pool-error.ts';
import type {
  PoolContext,
  PoolQueryable,
  UserPoolOptions,
  VerifiedToken,
} from '#pool/pool-context.ts';
import { findSession, markSeen, seenAgainMs } from './sessions.store.ts';
import { isTotpMissing } from './start-session.ts';

type TokenUse = 'id' | 'access';

/** Options of a pool that verification needs. */
export type TokenIssuer = Pick<
  UserPoolOptions,
  'db' | 'keys' | 'issuer' | 'clientId' | 'now' | 'mustUseTotp'
>;

const words = { id: 'Identity', access: 'Access' } as const;

/**
 * Creates a function that verifies a token with a database query each time, because a revocation on
 * one node must apply on all. A caller that caches the result must learn of changes in another way
 * (the triggers that notify).
 */
export function createTokenVerifier(pool: Omit<TokenIssuer, 'db'>, use: TokenUse) {
  const keySet = createLocalJWKSet({ keys: pool.keys.signing.map((key) => key.publicJwk) });

  return async function verifyToken(db: PoolQueryable, token: string): Promise<VerifiedToken> {
    const claims = await readClaims(token);
    const originJti = claims['origin_jti'];
    if (typeof originJti !== 'string') throw reject('Invalid');
    const found = await findSession(db, originJti);
    if (found === null || found.session.revokedAt !== null || found.user.sub !== claims.sub) {
      throw new PoolError('NotAuthorizedException', `${words[use]} Token has been revoked`);
    }
    const now = pool.now();
    if (found.session.expiresAt <= now) {
      throw new PoolError('NotAuthorizedException', `${words[use]} Token has expired`);
    }
    let seenAt = found.session.lastSeenAt;
    if (now.getTime() - seenAt.getTime() >= seenAgainMs) {
      await markSeen(db, originJti, now);
      seenAt = now;
    }
    return {
      user: found.user,
      originJti,
      authenticatedAt: found.session.authenticatedAt,
      goodUntil: findGoodUntil(found.session.expiresAt, seenAt, claims.exp),
    };
  };

  /**
   * Returns until when a result may be cached: at most until `lastSeenAt` must be written again.
   */
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
      if (payload['token_use'] !== use || foreign) throw reject('Invalid');
      return payload;
    } catch (error) {
      if (error instanceof PoolError) throw error;
      if (error instanceof errors.JWTExpired) {
        throw new PoolError('NotAuthorizedException', `${words[use]} Token has expired`);
      }
      throw reject('Invalid');
    }
  }

  function reject(what: string): PoolError {
    return new PoolError('NotAuthorizedException', `${what} ${words[use]} Token`);
  }
}

export interface Identity {
  readonly sub: string;
  readonly username: string;
  readonly groups: readonly string[];
  readonly email: string;
  readonly originJti: string;
  /** Time at which the user last entered the password, and a code where one is required. */
  readonly authenticatedAt: Date;
  /** Whether the account must use an authenticator app but has none yet. */
  readonly totpMissing: boolean;
  /** Time from which the token must be verified again instead of using a cached result. */
  readonly goodUntil: Date;
}

/**
 * Creates the function by which the API verifies id tokens. It throws a PoolError unless the token
 * is from this pool, has not expired and is not revoked. Groups and address are the current ones,
 * not those in the token, which may be an hour old.
 */
export function createVerifyIdToken(pool: TokenIssuer): (token: string) => Promise<Identity> {
  const verifyToken = createTokenVerifier(pool, 'id');
  return async (token) => {
    const { user, originJti, authenticatedAt, goodUntil } = await verifyToken(pool.db, token);
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
 * Throws unless the user signed in recently. It protects changes that would hand over the account:
 * a token that was left on a phone must not be enough. Clients recognize this error by its message.
 */
export function requireRecentAuthentication(
  pool: Pick<PoolContext, 'now'>,
  { authenticatedAt }: Pick<VerifiedToken, 'authenticatedAt'>,
): void {
  if (isRecentlyAuthenticated(authenticatedAt, pool.now())) return;
  throw new PoolError('NotAuthorizedException', 'Recent authentication is required.');
}

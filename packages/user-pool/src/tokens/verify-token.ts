import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import type { UserPoolOptions } from '#user-pool-options.ts';
import { PoolError } from '#pool-error.ts';
import type { UserRow } from '#schema/users.ts';
import { findSession, markSeen, seenAgainMs } from './sessions.store.ts';

export type TokenUse = 'id' | 'access';

/** What verification needs of a pool. */
export type TokenIssuer = Pick<
  UserPoolOptions,
  'db' | 'keys' | 'issuer' | 'clientId' | 'now' | 'mustUseTotp'
>;

export interface VerifiedToken {
  readonly user: UserRow;
  readonly originJti: string;
  /** When a password was entered last, and a code where one is asked for. */
  readonly authenticatedAt: Date;
}

const words = { id: 'Identity', access: 'Access' } as const;

/** Asks the database each time: a revocation on one node must hold on all of them at once. */
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
    if (now.getTime() - found.session.lastSeenAt.getTime() >= seenAgainMs) {
      await markSeen(pool.db, originJti, now);
    }
    return { user: found.user, originJti, authenticatedAt: found.session.authenticatedAt };
  };

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

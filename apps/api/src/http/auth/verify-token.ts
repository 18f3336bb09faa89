import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';

import { AppError } from '#http/app-error.ts';
import type { CognitoConfig } from '#config/config.ts';
import type { Identity, VerifyToken } from './authentication.ts';

/** Difference between our clock and the pool's. Amplify itself renews tokens well before expiry. */
const clockToleranceSeconds = 30;
const retryAfterSeconds = 5;

/** Verifies ID tokens of an external user pool with the keys it publishes. */
export function createVerifyToken(
  cognito: CognitoConfig,
  now: () => Date = () => new Date(),
): VerifyToken {
  const getKey = createKeyLookup(new URL(`${cognito.issuer}/.well-known/jwks.json`));

  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, getKey, {
        // The algorithm never comes from the token: `none`, and HS256 signed with the public key,
        // are the classic forgeries.
        algorithms: ['RS256'],
        issuer: cognito.issuer,
        audience: cognito.clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: clockToleranceSeconds,
        currentDate: now(),
      });
      return { ...readIdentity(payload), goodUntil: findGoodUntil(payload, now()) };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('unauthenticated', { cause: error });
    }
  };
}

/** Looks up keys. An unreachable key set says nothing about the token: that is 503, not 401. */
function createKeyLookup(url: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, {
    timeoutDuration: 5000,
    // A token with an unknown key id fetches the keys again, so a rotation takes effect at once.
    // This only limits how long a withdrawn key is accepted.
    cacheMaxAge: 12 * 60 * 60 * 1000,
    cooldownDuration: 30_000,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (isTokenError(error)) throw error;
      throw new AppError('not_ready', { retryAfterSeconds, cause: error });
    }
  };
}

function isTokenError(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys
  );
}

/**
 * Maximum time for which a token of an external pool is cached. A withdrawn key is trusted no
 * longer than its key set is cached.
 */
const longestRememberedMs = 5 * 60 * 1000;

function findGoodUntil({ exp = 0 }: JWTPayload, now: Date): Date {
  return new Date(Math.min(exp * 1000, now.getTime() + longestRememberedMs));
}

function readIdentity(payload: JWTPayload): Identity {
  // An access token has the same issuer and key, but it is not meant for this API.
  if (payload['token_use'] !== 'id' || typeof payload.sub !== 'string' || payload.sub === '') {
    throw new AppError('unauthenticated');
  }
  const username = payload['cognito:username'];
  const groups = payload['cognito:groups'];
  const email = payload['email'];
  const authTime = payload['auth_time'];
  return {
    sub: payload.sub,
    username: typeof username === 'string' ? username : payload.sub,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
    ...(typeof email === 'string' && { email }),
    ...(payload.iat !== undefined && { issuedAt: new Date(payload.iat * 1000) }),
    ...(typeof authTime === 'number' && { authenticatedAt: new Date(authTime * 1000) }),
  };
}

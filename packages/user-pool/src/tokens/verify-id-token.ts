import { isTotpMissing } from './sign-tokens.ts';
import { createTokenVerifier, type TokenIssuer } from './verify-token.ts';

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
}

/**
 * For the API: throws a PoolError unless the token is ours, fresh and not revoked. Groups and
 * address are those of now, not those of the hour-old token.
 */
export function createVerifyIdToken(pool: TokenIssuer): (token: string) => Promise<Identity> {
  const verifyToken = createTokenVerifier(pool, 'id');
  return async (token) => {
    const { user, originJti, authenticatedAt } = await verifyToken(token);
    const { sub, groups, email } = user;
    return {
      sub,
      username: sub,
      groups,
      email,
      originJti,
      authenticatedAt,
      totpMissing: isTotpMissing(pool, user),
    };
  };
}

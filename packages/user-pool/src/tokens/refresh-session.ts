import { createTicket, hashTicket } from '#crypto/tickets.ts';
import type { PoolTransaction } from '#database.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import { PoolError } from '#pool-error.ts';
import {
  insertRefreshToken,
  lockRefreshToken,
  markReplaced,
  revokeSession,
} from './sessions.store.ts';
import { signTokens } from './sign-tokens.ts';
import type { AuthenticationResult } from './start-session.ts';

/**
 * Each token serves once; for a short grace it also serves those who came at the same moment.
 * Later it can only be a copy: then the whole sign-in ends, because nobody can tell which of
 * the two holders is the member.
 */
export async function refreshSession(
  pool: PoolContext,
  refreshToken: string,
): Promise<AuthenticationResult> {
  const { ticket, hash } = createTicket();
  const outcome = await pool.db.transaction(
    async (tx) => await rotate(tx, pool, hashTicket(refreshToken), hash),
  );
  // Thrown out here: inside, it would roll the revocation back.
  if (outcome instanceof PoolError) throw outcome;
  const tokens = await signTokens(pool, outcome.user, outcome.session);
  return { ...tokens, RefreshToken: ticket, TokenType: 'Bearer', ExpiresIn: lifetimes.token };
}

async function rotate(tx: PoolTransaction, pool: PoolContext, oldHash: Buffer, newHash: Buffer) {
  const now = pool.now();
  const found = await lockRefreshToken(tx, oldHash);
  if (found === null || found.session.clientId !== pool.clientId) {
    return refuse('Invalid Refresh Token');
  }
  const { token, session, user } = found;
  if (session.revokedAt !== null) return refuse('Refresh Token has been revoked');
  if (session.expiresAt <= now) return refuse('Refresh Token has expired');
  if (user.status === 'RESET_REQUIRED') {
    return new PoolError('PasswordResetRequiredException', 'Password reset required for the user');
  }
  const graceStart = now.getTime() - lifetimes.refreshGrace * 1000;
  if (token.replacedAt !== null && token.replacedAt.getTime() < graceStart) {
    await revokeSession(tx, session.originJti, now);
    return new PoolError('RefreshTokenReuseException', 'Refresh token has been reused');
  }
  await markReplaced(tx, oldHash, now);
  await insertRefreshToken(tx, session.originJti, newHash, now);
  return { user, session };
}

function refuse(message: string): PoolError {
  return new PoolError('NotAuthorizedException', message);
}

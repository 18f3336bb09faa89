import { keyedHash } from '#crypto/pool-secrets.ts';
import { hashTicket } from '#crypto/tickets.ts';
import type { PoolTransaction } from '#database.ts';
import { logEvent, recordEvent } from '#events/record-event.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import { PoolError } from '#pool-error.ts';
import type { SessionRow } from '#schema/sessions.ts';
import type { UserRow } from '#schema/users.ts';
import type { Call } from '#wire/call.ts';
import {
  hasSession,
  insertRefreshToken,
  isReplaced,
  lockRefreshToken,
  markReplaced,
  revokeSession,
} from './sessions.store.ts';
import { signTokens } from './sign-tokens.ts';
import type { AuthenticationResult } from './start-session.ts';

/**
 * Each token serves once; for a short grace it also serves those who came at the same moment, and
 * leads them to the same successor: a copy cannot begin a line of its own that nobody would notice.
 * Later it can only be a copy: then the whole sign-in ends, because nobody can tell which of the
 * two holders is the member.
 */
export async function refreshSession(
  pool: PoolContext,
  call: Call,
  refreshToken: string,
): Promise<AuthenticationResult> {
  const outcome = await pool.db.transaction(async (tx) => await rotate(tx, pool, refreshToken));
  // Thrown out here: inside, it would roll the revocation back.
  if ('refusal' in outcome) {
    const { refusal, sub } = outcome;
    const event = { sub, operation: 'refresh' } as const;
    if (refusal.name === 'RefreshTokenReuseException') {
      await recordEvent(pool, call, { ...event, outcome: 'reused' });
      if (sub !== null && !(await hasSession(pool.db, sub, pool.now())))
        await pool.onSignedOut(sub);
    } else logEvent(call, { ...event, outcome: 'failure' });
    throw refusal;
  }
  const { user, session, successor } = outcome;
  logEvent(call, { sub: user.sub, operation: 'refresh' });
  const tokens = await signTokens(pool, user, session);
  return { ...tokens, RefreshToken: successor, TokenType: 'Bearer', ExpiresIn: lifetimes.token };
}

type Outcome =
  | { readonly refusal: PoolError; readonly sub: string | null }
  | { readonly user: UserRow; readonly session: SessionRow; readonly successor: string };

async function rotate(
  tx: PoolTransaction,
  pool: PoolContext,
  refreshToken: string,
): Promise<Outcome> {
  const now = pool.now();
  const found = await lockRefreshToken(tx, hashTicket(refreshToken));
  if (found === null || found.session.clientId !== pool.clientId) {
    return { refusal: refuse('Invalid Refresh Token'), sub: null };
  }
  const { token, session, user } = found;
  const { sub } = user;
  if (session.revokedAt !== null) {
    return { refusal: refuse('Refresh Token has been revoked'), sub };
  }
  if (isOver(pool, user, session)) return { refusal: refuse('Refresh Token has expired'), sub };
  if (user.status === 'RESET_REQUIRED') {
    const name = 'PasswordResetRequiredException';
    return { refusal: new PoolError(name, 'Password reset required for the user'), sub };
  }
  const graceStart = now.getTime() - lifetimes.refreshGrace * 1000;
  if (token.replacedAt !== null && token.replacedAt.getTime() < graceStart) {
    await revokeSession(tx, session.originJti, now);
    const name = 'RefreshTokenReuseException';
    return { refusal: new PoolError(name, 'Refresh token has been reused'), sub };
  }
  const successor = await findSuccessor(tx, pool, refreshToken);
  await markReplaced(tx, token.tokenHash, now);
  await insertRefreshToken(tx, session.originJti, hashTicket(successor), now);
  return { user, session, successor };
}

/**
 * The newest token of the line: others may have gone on from the successor within the grace. The
 * session is locked, so nobody goes on from it meanwhile.
 */
async function findSuccessor(
  tx: PoolTransaction,
  pool: PoolContext,
  refreshToken: string,
): Promise<string> {
  const successor = deriveSuccessor(pool, refreshToken);
  const replaced = await isReplaced(tx, hashTicket(successor));
  return replaced ? await findSuccessor(tx, pool, successor) : successor;
}

/** Only hashes are stored: a token that is to be given out twice has to follow from the one before. */
function deriveSuccessor(pool: PoolContext, refreshToken: string): string {
  return keyedHash(pool.secrets['refresh-token'], refreshToken).toString('base64url');
}

/** Whoever was named trainer or staff since has the shorter time of those, too. */
function isOver(pool: PoolContext, user: UserRow, session: SessionRow): boolean {
  const now = pool.now().getTime();
  if (session.expiresAt.getTime() <= now) return true;
  if (pool.mustUseTotp?.(user) !== true) return false;
  return session.createdAt.getTime() + lifetimes.workSession * 1000 <= now;
}

function refuse(message: string): PoolError {
  return new PoolError('NotAuthorizedException', message);
}

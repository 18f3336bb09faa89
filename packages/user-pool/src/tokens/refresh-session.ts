import * as Type from 'typebox';
import { hashTicket, keyedHash } from '#crypto/secrets.ts';
import { logEvent, recordEvent } from '#events/record-event.ts';
import { lifetimes } from '#limits.ts';
import { PoolError } from '#pool-error.ts';
import { type Call, ClientId, operation, requireClient, Token } from '#pool/operation.ts';
import type { PoolContext, PoolTransaction } from '#pool/pool-context.ts';
import type { SessionRow } from '#schema/sessions.ts';
import type { UserRow } from '#schema/users.ts';
import {
  hasSession,
  insertRefreshToken,
  isReplaced,
  lockRefreshToken,
  markReplaced,
  revokeSession,
  revokeSessions,
} from './sessions.store.ts';
import { type AuthenticationResult, signTokens } from './start-session.ts';

/**
 * Replaces a refresh token. Each token works once. For a short grace period it also works for
 * simultaneous requests and gives them the same successor, so a copy cannot start a second line of
 * tokens unnoticed. Later use can only come from a copy: the whole sign-in ends, because it is
 * unknown which of the two clients is the member's.
 */
export async function refreshSession(
  pool: PoolContext,
  call: Call,
  refreshToken: string,
): Promise<AuthenticationResult> {
  const outcome = await pool.db.transaction(async (tx) => await rotate(tx, pool, refreshToken));
  // The error is thrown outside of the transaction, which would otherwise roll back the revocation.
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
    return { refusal: reject('Invalid Refresh Token'), sub: null };
  }
  const { token, session, user } = found;
  const { sub } = user;
  if (session.revokedAt !== null) {
    return { refusal: reject('Refresh Token has been revoked'), sub };
  }
  if (isOver(pool, user, session)) return { refusal: reject('Refresh Token has expired'), sub };
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
 * Returns the newest token of the line, because other requests may have replaced the successor
 * within the grace period. The session is locked, so no further replacement happens meanwhile.
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

/**
 * Derives the next token. Only hashes are stored, so a token that may be issued twice must be
 * derived from the previous one.
 */
function deriveSuccessor(pool: PoolContext, refreshToken: string): string {
  return keyedHash(pool.secrets['refresh-token'], refreshToken).toString('base64url');
}

/**
 * Returns whether the session is over. The shorter lifetime also applies to users who became
 * trainer or staff after the sign-in.
 */
function isOver(pool: PoolContext, user: UserRow, session: SessionRow): boolean {
  const now = pool.now().getTime();
  if (session.expiresAt.getTime() <= now) return true;
  if (pool.mustUseTotp?.(user) !== true) return false;
  return session.createdAt.getTime() + lifetimes.workSession * 1000 <= now;
}

function reject(message: string): PoolError {
  return new PoolError('NotAuthorizedException', message);
}

export const getTokensFromRefreshToken = operation(
  Type.Object({ ClientId, RefreshToken: Token }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    return { AuthenticationResult: await refreshSession(pool, call, input.RefreshToken) };
  },
);

/**
 * SHA-256 of a refresh token in hex. A device that signs out without a network stores only this.
 */
const hashedToken = /^sha256:([0-9a-f]{64})$/;

/**
 * Signs out on this device. Refresh tokens are opaque, so a token with the dots of a JWT is an
 * access or id token. An unknown token counts as revoked (RFC 7009). The hash of a token is
 * accepted too; it cannot be used to refresh.
 */
export const revokeToken = operation(
  Type.Object({ ClientId, Token }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    if (/^[^.]+\.[^.]+\.[^.]+$/.test(input.Token)) {
      throw new PoolError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.');
    }
    const now = pool.now();
    const owner = await pool.db.transaction(async (tx) => {
      const hash = hashedToken.exec(input.Token)?.[1];
      const found = await lockRefreshToken(
        tx,
        hash === undefined ? hashTicket(input.Token) : Buffer.from(hash, 'hex'),
      );
      if (found === null) return null;
      const { session, user } = found;
      // A repeated sign-out succeeds without another event.
      if (session.revokedAt === null) {
        await revokeSession(tx, session.originJti, now);
        await recordEvent({ ...pool, db: tx }, call, { sub: user.sub, operation: 'sign-out' });
      }
      return user.sub;
    });
    // The check runs after the commit: when the last two sessions end at the same time, one request
    // must see that none is left.
    if (owner !== null && !(await hasSession(pool.db, owner, now))) await pool.onSignedOut(owner);
    return {};
  },
);

export const globalSignOut = operation(
  Type.Object({ AccessToken: Token }),
  async (pool, input, call) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    await pool.db.transaction(async (tx) => {
      await revokeSessions(tx, user.sub, pool.now());
      await pool.onEndedEverywhere(tx, user.sub);
      await recordEvent({ ...pool, db: tx }, call, {
        sub: user.sub,
        operation: 'sign-out-everywhere',
      });
    });
    await pool.onSignedOut(user.sub);
    return {};
  },
);

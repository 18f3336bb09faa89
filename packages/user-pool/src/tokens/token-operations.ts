import * as Type from 'typebox';
import { hashTicket } from '#crypto/tickets.ts';
import { recordEvent } from '#events/record-event.ts';
import { PoolError } from '#pool-error.ts';
import { ClientId, Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';
import { refreshSession } from './refresh-session.ts';
import { hasSession, lockRefreshToken, revokeSession, revokeSessions } from './sessions.store.ts';

export const getTokensFromRefreshToken = operation(
  Type.Object({ ClientId, RefreshToken: Token }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    return { AuthenticationResult: await refreshSession(pool, call, input.RefreshToken) };
  },
);

/** Signs out here. Ours are opaque: what has a JWT's dots is an access or id token. An unknown token is as good as a revoked one (RFC 7009). */
export const revokeToken = operation(
  Type.Object({ ClientId, Token }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    if (/^[^.]+\.[^.]+\.[^.]+$/.test(input.Token)) {
      throw new PoolError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.');
    }
    const now = pool.now();
    const owner = await pool.db.transaction(async (tx) => {
      const found = await lockRefreshToken(tx, hashTicket(input.Token));
      if (found === null) return null;
      const { session, user } = found;
      // A sign-out that is repeated is still one.
      if (session.revokedAt === null) {
        await revokeSession(tx, session.originJti, now);
        await recordEvent({ ...pool, db: tx }, call, { sub: user.sub, operation: 'sign-out' });
      }
      return user.sub;
    });
    // Looked at after the commit: of the last two that end at once, one must see that none is left.
    if (owner !== null && !(await hasSession(pool.db, owner, now))) await pool.onSignedOut(owner);
    return {};
  },
);

export const globalSignOut = operation(
  Type.Object({ AccessToken: Token }),
  async (pool, input, call) => {
    const { user } = await pool.verifyAccessToken(input.AccessToken);
    await revokeSessions(pool.db, user.sub, pool.now());
    await recordEvent(pool, call, { sub: user.sub, operation: 'sign-out-everywhere' });
    await pool.onSignedOut(user.sub);
    return {};
  },
);

import { randomUUID } from 'node:crypto';
import { createTicket } from '#crypto/tickets.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import { refuseCredentials } from '#pool-error.ts';
import type { UserRow } from '#schema/users.ts';
import { insertSession } from './sessions.store.ts';
import { signTokens } from './sign-tokens.ts';

export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
  readonly TokenType: 'Bearer';
  readonly ExpiresIn: number;
}

/** The end of every successful sign-in. */
export async function startSession(
  pool: PoolContext,
  user: UserRow,
): Promise<AuthenticationResult> {
  const now = pool.now();
  const originJti = randomUUID();
  const { ticket, hash } = createTicket();
  const tokens = await signTokens(pool, user, { originJti, authenticatedAt: now });
  const started = await insertSession(pool.db, user, {
    originJti,
    clientId: pool.clientId,
    tokenHash: hash,
    now,
    expiresAt: new Date(now.getTime() + lifetimes.session * 1000),
  });
  if (!started) throw refuseCredentials();
  return {
    ...tokens,
    RefreshToken: ticket,
    TokenType: 'Bearer',
    ExpiresIn: lifetimes.token,
  };
}

import { randomUUID } from 'node:crypto';
import { createTicket } from '#crypto/tickets.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import { refuseCredentials } from '#pool-error.ts';
import type { SessionRow } from '#schema/sessions.ts';
import type { UserRow } from '#schema/users.ts';
import type { Call } from '#wire/call.ts';
import { insertSession } from './sessions.store.ts';
import { signTokens } from './sign-tokens.ts';

export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
  readonly TokenType: 'Bearer';
  readonly ExpiresIn: number;
}

/** A sign-in that hands itself to another client: that one proves nothing anew, and lasts no longer. */
export type ParentSession = Pick<SessionRow, 'originJti' | 'authenticatedAt' | 'expiresAt'>;

/** The end of every successful sign-in. */
export async function startSession(
  pool: PoolContext,
  call: Call,
  user: UserRow,
  parent: ParentSession | null = null,
): Promise<AuthenticationResult> {
  const now = pool.now();
  const originJti = randomUUID();
  const authenticatedAt = parent?.authenticatedAt ?? now;
  const seconds = pool.mustUseTotp?.(user) === true ? lifetimes.workSession : lifetimes.session;
  const { ticket, hash } = createTicket();
  const tokens = await signTokens(pool, user, { originJti, authenticatedAt });
  const started = await insertSession(pool.db, user, {
    originJti,
    parentJti: parent?.originJti ?? null,
    clientId: pool.clientId,
    tokenHash: hash,
    userAgent: call.userAgent,
    now,
    authenticatedAt,
    expiresAt: parent?.expiresAt ?? new Date(now.getTime() + seconds * 1000),
  });
  if (!started) throw refuseCredentials();
  return {
    ...tokens,
    RefreshToken: ticket,
    TokenType: 'Bearer',
    ExpiresIn: lifetimes.token,
  };
}

import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { createTicket } from '#crypto/secrets.ts';
import { pickSigningKey } from '#crypto/user-pool-keys.ts';
import { lifetimes } from '#limits.ts';
import { rejectCredentials } from '#pool-error.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { SessionRow } from '#schema/sessions.ts';
import type { UserRow } from '#schema/users.ts';
import { insertSession } from './sessions.store.ts';

interface SignedTokens {
  readonly AccessToken: string;
  readonly IdToken: string;
}

export function isTotpMissing(
  { mustUseTotp }: Pick<PoolContext, 'mustUseTotp'>,
  user: UserRow,
): boolean {
  return !user.totpEnabled && mustUseTotp?.(user) === true;
}

/**
 * Signs tokens with Cognito's claims. `iat` must not be set to an earlier time, because the client
 * would then refresh too late.
 */
export async function signTokens(
  pool: PoolContext,
  user: UserRow,
  session: { readonly originJti: string; readonly authenticatedAt: Date },
): Promise<SignedTokens> {
  const now = Math.floor(pool.now().getTime() / 1000);
  const common = {
    sub: user.sub,
    iss: pool.issuer,
    ...(user.groups.length > 0 && { 'cognito:groups': user.groups }),
    origin_jti: session.originJti,
    event_id: randomUUID(),
    auth_time: Math.floor(session.authenticatedAt.getTime() / 1000),
    iat: now,
    exp: now + lifetimes.token,
  };
  const [IdToken, AccessToken] = await Promise.all([
    sign(pool, {
      ...user.attributes,
      ...common,
      aud: pool.clientId,
      token_use: 'id',
      'cognito:username': user.sub,
      email: user.email,
      email_verified: user.emailVerified,
      // The claim is for the page, which leads to the setup. The API checks the account itself.
      ...(isTotpMissing(pool, user) && { 'custom:totp_required': 'true' }),
      jti: randomUUID(),
    }),
    sign(pool, {
      ...common,
      client_id: pool.clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: user.sub,
      jti: randomUUID(),
    }),
  ]);
  return { AccessToken, IdToken };
}

async function sign(pool: PoolContext, claims: Record<string, unknown>): Promise<string> {
  const { kid, privateKey } = pickSigningKey(pool.keys, pool.now());
  return await new SignJWT(claims).setProtectedHeader({ kid, alg: 'RS256' }).sign(privateKey);
}

export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
  readonly TokenType: 'Bearer';
  readonly ExpiresIn: number;
}

/**
 * Sign-in that delegates itself to another client. The other client proves nothing again and its
 * session lasts no longer.
 */
export type ParentSession = Pick<SessionRow, 'originJti' | 'authenticatedAt' | 'expiresAt'>;

/** Starts a session at the end of every successful sign-in. */
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
  if (!started) throw rejectCredentials();
  return {
    ...tokens,
    RefreshToken: ticket,
    TokenType: 'Bearer',
    ExpiresIn: lifetimes.token,
  };
}

import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { pickSigningKey } from '#keys/user-pool-keys.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import type { UserRow } from '#schema/users.ts';

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

/** Cognito's claims. `iat` is never set back: the client would refresh later by as much. */
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
      // For the page, which leads to the set-up; the API asks the account itself.
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

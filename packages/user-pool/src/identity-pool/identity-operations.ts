import { randomBytes } from 'node:crypto';
import * as Type from 'typebox';
import { keyedHash, seal, toBase32, toUuid } from '#crypto/secrets.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import { PoolError } from '#pool-error.ts';
import { operation, Token } from '#pool/operation.ts';

const Logins = Type.Record(Type.String(), Token);

export const getId = operation(
  Type.Object({
    IdentityPoolId: Type.String({ minLength: 1, maxLength: 128 }),
    Logins: Type.Optional(Logins),
  }),
  async (pool, input) => {
    if (input.IdentityPoolId !== pool.identityPoolId) {
      throw new PoolError(
        'ResourceNotFoundException',
        `IdentityPool '${input.IdentityPoolId}' not found.`,
      );
    }
    return { IdentityId: await identify(pool, input.Logins) };
  },
);

/** Nothing of ours takes these yet; they are bound to the identity and end with the hour. */
export const getCredentialsForIdentity = operation(
  Type.Object({
    IdentityId: Type.String({ minLength: 1, maxLength: 128 }),
    Logins: Type.Optional(Logins),
  }),
  async (pool, input) => {
    const identityId = await identify(pool, input.Logins);
    if (identityId !== input.IdentityId) throw refuseLogins();
    const key = pool.secrets.identity;
    const accessKeyId = `ASIA${toBase32(randomBytes(10))}`;
    const expiration = Math.floor(pool.now().getTime() / 1000) + lifetimes.awsCredentials;
    const token = Buffer.from(JSON.stringify({ identityId, expiration }));
    return {
      IdentityId: identityId,
      Credentials: {
        AccessKeyId: accessKeyId,
        SecretKey: keyedHash(key, 'secret-key', accessKeyId).toString('base64'),
        SessionToken: seal(key, token, accessKeyId).toString('base64'),
        Expiration: expiration,
      },
    };
  },
);

/** The same user always has the same identity; no table is needed for that. */
async function identify(
  pool: PoolContext,
  logins: Readonly<Record<string, string>> | undefined,
): Promise<string> {
  const provider = pool.issuer.replace(/^https?:\/\//, '');
  const token = logins?.[provider];
  if (token === undefined) throw refuseLogins();
  const { user } = await pool.verifyIdToken(token);
  const region = pool.identityPoolId.split(':', 1)[0] ?? '';
  return `${region}:${toUuid(keyedHash(pool.secrets.identity, pool.identityPoolId, user.sub))}`;
}

function refuseLogins(): PoolError {
  return new PoolError(
    'NotAuthorizedException',
    "Logins don't match. Please include at least one valid login for this identity or identity pool.",
  );
}

import * as Type from 'typebox';
import { PoolError } from '#pool-error.ts';
import { operation, Token } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import { issueCredentials, nameIdentity } from './identity-credentials.ts';

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

/**
 * Issues credentials that sign requests to the application (`createVerifySignature`) for one hour.
 */
export const getCredentialsForIdentity = operation(
  Type.Object({
    IdentityId: Type.String({ minLength: 1, maxLength: 128 }),
    Logins: Type.Optional(Logins),
  }),
  async (pool, input) => {
    const identityId = await identify(pool, input.Logins);
    if (identityId !== input.IdentityId) throw rejectLogins();
    return { IdentityId: identityId, Credentials: issueCredentials(pool, identityId) };
  },
);

async function identify(
  pool: PoolContext,
  logins: Readonly<Record<string, string>> | undefined,
): Promise<string> {
  const provider = pool.issuer.replace(/^https?:\/\//, '');
  const token = logins?.[provider];
  if (token === undefined) throw rejectLogins();
  const { user } = await pool.verifyIdToken(token);
  return nameIdentity(pool, user.sub);
}

function rejectLogins(): PoolError {
  return new PoolError(
    'NotAuthorizedException',
    "Logins don't match. Please include at least one valid login for this identity or identity pool.",
  );
}

import type { PoolContext } from '#pool-context.ts';

/** What others need to verify our tokens. */
export function describeIssuer({ issuer, keys }: Pick<PoolContext, 'issuer' | 'keys'>) {
  return {
    jwks: { keys: keys.signing.map((key) => key.publicJwk) },
    discovery: {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: ['code', 'token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email'],
    },
  };
}

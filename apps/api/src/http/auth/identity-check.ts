import type { IdentityProof } from '@tanren/contract/machines/tanren-connection';
import { createVerifySignature } from '@tanren/user-pool/identity-pool/identity-credentials';
import { PoolError } from '@tanren/user-pool/pool-error';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#http/app-error.ts';
import { findIdentityEndpoint } from '#config/cognito-endpoints.ts';
import type { CognitoConfig } from '#config/config.ts';

interface ProvedCall {
  readonly sub: string;
  readonly idToken: string;
  readonly method: string;
  /** Address that the page called. */
  readonly url: URL;
  readonly proof: IdentityProof;
}

/**
 * Resolves with the identity that signed the call. Rejects with AppError `identity_proof_refused`
 * when it is not the caller's. Resolves with `null` when it cannot be checked, and the token counts.
 */
type CheckIdentity = (call: ProvedCall) => Promise<string | null>;

/** Creates a check by the embedded pool, which issued the credentials, of the signature. */
function createSignatureCheck(pool: UserPoolOptions, log: FastifyBaseLogger): CheckIdentity {
  const verifySignature = createVerifySignature(pool);
  return async ({ sub, method, url, proof }) => {
    try {
      const identityId = verifySignature(sub, { method, url, ...proof });
      if (identityId !== proof.identityId) throw new AppError('identity_proof_refused');
      return identityId;
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      log.warn({ sub, reason: error.message }, 'the proof of an identity was refused');
      throw new AppError('identity_proof_refused', { cause: error });
    }
  };
}

const longestAnswerMs = 3000;

/**
 * Creates a check by Amazon, because only Amazon knows the secret keys of its identities. Amazon
 * returns the identity of the caller's token, which must be the one in the proof.
 */
function createIdentityLookup(
  { issuer, identityPoolId }: CognitoConfig & { readonly identityPoolId: string },
  endpoint: string,
  log: FastifyBaseLogger,
): CheckIdentity {
  const login = issuer.replace(/^https?:\/\//, '');
  const fetchIdentity = async (idToken: string): Promise<unknown> => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityService.GetId',
      },
      body: JSON.stringify({ IdentityPoolId: identityPoolId, Logins: { [login]: idToken } }),
      signal: AbortSignal.timeout(longestAnswerMs),
    });
    if (!response.ok) throw new Error(`the identity pool answered ${response.status}`);
    return ((await response.json()) as { IdentityId?: unknown }).IdentityId;
  };
  return async ({ idToken, proof }) => {
    let identityId: unknown;
    try {
      identityId = await fetchIdentity(idToken);
    } catch (error) {
      log.warn({ err: error }, 'the identity pool cannot be asked; the token alone counts');
      return null;
    }
    if (identityId !== proof.identityId) throw new AppError('identity_proof_refused');
    return proof.identityId;
  };
}

export function openIdentityCheck(
  pool: UserPoolOptions | null,
  cognito: CognitoConfig | null,
  log: FastifyBaseLogger,
): CheckIdentity {
  if (pool !== null) return createSignatureCheck(pool, log);
  const identityPoolId = cognito?.identityPoolId ?? null;
  if (cognito === null || identityPoolId === null) return async () => null;
  return createIdentityLookup({ ...cognito, identityPoolId }, findIdentityEndpoint(cognito), log);
}

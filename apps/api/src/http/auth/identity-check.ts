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
  /** As the page called it. */
  readonly url: URL;
  readonly proof: IdentityProof;
}

/**
 * The identity that a call was signed by. Rejects with AppError `identity_proof_refused` when it is
 * not the caller's; null when nobody can tell, and the token alone has to do.
 */
type CheckIdentity = (call: ProvedCall) => Promise<string | null>;

/** Our own pool has given the credentials out, and checks the signature. */
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
 * Secret keys of Amazon's identities are known to Amazon only. It is asked whose identity belongs
 * to the caller's token, and the named one must be it.
 */
function createIdentityLookup(
  { issuer, identityPoolId }: CognitoConfig & { readonly identityPoolId: string },
  endpoint: string,
  log: FastifyBaseLogger,
): CheckIdentity {
  const login = issuer.replace(/^https?:\/\//, '');
  const ask = async (idToken: string): Promise<unknown> => {
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
      identityId = await ask(idToken);
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

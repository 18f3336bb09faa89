import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { Hub } from 'aws-amplify/utils';
import { getClientConfig } from './auth.ts';
import { followRefusedRenewal } from './session-end.ts';
import type { StoredIdToken } from './stored-tokens.ts';

/** A path in the settings means this origin; Amplify wants absolute addresses. */
export function absolute(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : new URL(endpoint, location.origin).href;
}

let isSetUp = false;

/**
 * Before anything is asked of Amplify, which is not part of a page's start. Without the identity
 * pool: it would be asked before each call of the user pool, and Amplify would fail with it. Whoever
 * needs an identity asks for it (`identity-pool.ts`).
 */
export function setUpAmplify(): void {
  if (isSetUp) return;
  isSetUp = true;
  const { userPoolId, userPoolClientId, ...config } = getClientConfig();
  const userPoolEndpoint = absolute(config.userPoolEndpoint);
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(userPoolEndpoint === undefined ? {} : { userPoolEndpoint }),
      },
    },
  });
  Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'tokenRefresh_failure') followRefusedRenewal(payload.data?.error);
  });
}

/** Renewed where they have expired. */
export async function fetchIdToken(forceRefresh: boolean): Promise<StoredIdToken | null> {
  setUpAmplify();
  const { tokens } = await fetchAuthSession({ forceRefresh });
  const idToken = tokens?.idToken;
  return idToken ? { text: idToken.toString(), claims: idToken.payload } : null;
}

export async function clearTokens(): Promise<void> {
  setUpAmplify();
  await cognitoUserPoolsTokenProvider.tokenOrchestrator.clearTokens();
}

import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { Hub } from 'aws-amplify/utils';
import { getClientConfig } from './client-config.ts';
import type { StoredIdToken } from './stored-tokens.ts';
import { announceRejectedRenewal } from './token-events.ts';

/** Converts a path to an absolute address of this origin, because Amplify requires one. */
export function absolute(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : new URL(endpoint, location.origin).href;
}

let isSetUp = false;

/**
 * Configures Amplify, which is not loaded with the page, before its first use. The identity pool is
 * left out: Amplify would contact it before each call of the user pool and fail together with it.
 * `identity-pool.ts` reads identities instead.
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
    if (payload.event === 'tokenRefresh_failure') announceRejectedRenewal(payload.data?.error);
  });
}

/** Returns the id token, renewed if it has expired. */
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

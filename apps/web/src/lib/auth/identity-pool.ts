import { signRequest } from '@aws-amplify/core/internals/aws-client-utils';
import type { ClientConfig } from '@tanren/contract/build-manifest';
import type { IdentityProof } from '@tanren/contract/machines/tanren-connection';
import { createAmplifyContext } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import {
  CognitoAWSCredentialsAndIdentityIdProvider,
  cognitoUserPoolsTokenProvider,
  DefaultIdentityIdStore,
} from 'aws-amplify/auth/cognito';
import { defaultStorage, Hub } from 'aws-amplify/utils';
import { serverNow } from '#lib/server-time.ts';
import { absolute, setUpAmplify } from './amplify.ts';
import { readIdentity } from './auth.ts';
import { getClientConfig } from './client-config.ts';
import { onTokensCleared } from './token-events.ts';

/*
 * The member's identity in the identity pool, with its credentials. It is fetched after a sign-in
 * and with the live channel, not with the app, and in its own Amplify context: when the identity
 * pool is down, signing in, the password and everything else keep working.
 */

type Context = ReturnType<typeof createAmplifyContext>;

interface Session {
  readonly sub: string;
  readonly context: Context;
  readonly clear: () => Promise<void>;
}

let session: Session | null = null;

/** Clears the credentials of this tab after the member has signed out or the session has ended. */
function clearSession(): void {
  void session?.clear();
  session = null;
}

setUpAmplify();
Hub.listen('auth', ({ payload }) => {
  if (payload.event === 'signedOut') clearSession();
});
onTokensCleared(clearSession);

function openSession(
  sub: string,
  { userPoolId, userPoolClientId, ...config }: ClientConfig,
  identityPoolId: string,
): Session {
  const userPoolEndpoint = absolute(config.userPoolEndpoint);
  const identityPoolEndpoint = absolute(config.identityPoolEndpoint);
  // Each member gets a new store, which would otherwise return the identity of the previous member.
  const store = new DefaultIdentityIdStore(defaultStorage);
  const credentialsProvider = new CognitoAWSCredentialsAndIdentityIdProvider(store);
  const Auth = {
    Cognito: {
      userPoolId,
      userPoolClientId,
      identityPoolId,
      ...(userPoolEndpoint === undefined ? {} : { userPoolEndpoint }),
      ...(identityPoolEndpoint === undefined ? {} : { identityPoolEndpoint }),
    },
  };
  store.setAuthConfig(Auth);
  // The app already has the tokens, so only the credentials are fetched.
  const tokenProvider = cognitoUserPoolsTokenProvider;
  const context = createAmplifyContext({ Auth }, { Auth: { tokenProvider, credentialsProvider } });
  return { sub, context, clear: () => credentialsProvider.clearCredentialsAndIdentityId() };
}

/**
 * Returns the identity and credentials of the signed-in member, or `null` without an identity pool.
 */
export async function readCredentials() {
  const config = getClientConfig();
  const identity = await readIdentity();
  if (config.identityPoolId === undefined || identity === null) return null;
  if (session?.sub !== identity.sub) {
    clearSession();
    session = openSession(identity.sub, config, config.identityPoolId);
  }
  const { credentials, identityId } = await fetchAuthSession(session.context);
  if (credentials === undefined || identityId === undefined) return null;
  return { credentials, identityId, region: config.identityPoolId.split(':', 1)[0] ?? '' };
}

/** Signs a call with an empty body as the identity (AWS Signature Version 4). */
export async function proveIdentity(method: string, path: string): Promise<IdentityProof | null> {
  const found = await readCredentials();
  if (found === null) return null;
  const { credentials, identityId, region } = found;
  const { headers } = signRequest(
    { method, headers: {}, url: new URL(path, location.origin) },
    {
      credentials,
      // The server accepts a difference of five minutes, and the clocks of some phones are further
      // off.
      signingDate: new Date(serverNow()),
      signingRegion: region,
      signingService: 'execute-api',
    },
  );
  return {
    identityId,
    authorization: headers['authorization'] ?? '',
    date: headers['x-amz-date'] ?? '',
    securityToken: headers['x-amz-security-token'] ?? '',
  };
}

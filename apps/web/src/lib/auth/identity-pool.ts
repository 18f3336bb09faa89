import { signRequest } from '@aws-amplify/core/internals/aws-client-utils';
import type { ClientConfig } from '@tanren/contract/build-manifest';
import type { IdentityProof } from '@tanren/contract/tanren-connection';
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
import { forgetWithTokens, getClientConfig, readIdentity } from './auth.ts';

/*
 * The member's identity in the identity pool, with its credentials. Fetched after a sign-in and with
 * the live channel, not with the app, and by a context of its own beside Amplify's: when the identity
 * pool is down, signing in, the password and everything else go on.
 */

type Context = ReturnType<typeof createAmplifyContext>;

interface Session {
  readonly sub: string;
  readonly context: Context;
  readonly forget: () => Promise<void>;
}

let session: Session | null = null;

/** Signed out, or the session has ended: nobody's credentials stay in this tab. */
function forgetSession(): void {
  void session?.forget();
  session = null;
}

setUpAmplify();
Hub.listen('auth', ({ payload }) => {
  if (payload.event === 'signedOut') forgetSession();
});
forgetWithTokens(forgetSession);

function openSession(
  sub: string,
  { userPoolId, userPoolClientId, ...config }: ClientConfig,
  identityPoolId: string,
): Session {
  const userPoolEndpoint = absolute(config.userPoolEndpoint);
  const identityPoolEndpoint = absolute(config.identityPoolEndpoint);
  // Each member has an own one: the store would hand one member's identity to the next.
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
  // The tokens are those of the app: only the credentials are asked for.
  const tokenProvider = cognitoUserPoolsTokenProvider;
  const context = createAmplifyContext({ Auth }, { Auth: { tokenProvider, credentialsProvider } });
  return { sub, context, forget: () => credentialsProvider.clearCredentialsAndIdentityId() };
}

/** The identity and credentials of whoever is signed in; null without an identity pool. */
export async function readCredentials() {
  const config = getClientConfig();
  const identity = await readIdentity();
  if (config.identityPoolId === undefined || identity === null) return null;
  if (session?.sub !== identity.sub) {
    forgetSession();
    session = openSession(identity.sub, config, config.identityPoolId);
  }
  const { credentials, identityId } = await fetchAuthSession(session.context);
  if (credentials === undefined || identityId === undefined) return null;
  return { credentials, identityId, region: config.identityPoolId.split(':', 1)[0] ?? '' };
}

/** A call with an empty body, signed by the identity (AWS Signature Version 4). */
export async function proveIdentity(method: string, path: string): Promise<IdentityProof | null> {
  const found = await readCredentials();
  if (found === null) return null;
  const { credentials, identityId, region } = found;
  const { headers } = signRequest(
    { method, headers: {}, url: new URL(path, location.origin) },
    {
      credentials,
      // The server takes five minutes of difference, and some phones are further off.
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

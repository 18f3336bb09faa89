import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import type { ClientConfig } from '@tanren/contract/build-manifest';
import { isNetworkError, NetworkError } from '#lib/errors.ts';

/** A path in the settings means this origin; Amplify wants absolute addresses. */
export function absolute(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : new URL(endpoint, location.origin).href;
}

let clientConfig: ClientConfig | null = null;

/** Null before the app has started. */
export function getClientConfig(): ClientConfig | null {
  return clientConfig;
}

/**
 * Without the identity pool: Amplify would ask it before each call of the user pool, and fail with
 * it. Whoever needs an identity asks for it (`identity-pool.ts`).
 */
export function configureAuth(config: ClientConfig): void {
  clientConfig = config;
  const userPoolEndpoint = absolute(config.userPoolEndpoint);
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        ...(userPoolEndpoint === undefined ? {} : { userPoolEndpoint }),
      },
    },
  });
}

export interface Identity {
  readonly sub: string;
  /** What the pool calls the account; the e-mail address can change, this cannot. */
  readonly username: string;
  readonly email: string | null;
  readonly groups: readonly string[];
  /** Trainers and staff must use an authenticator app, and this one does not yet. */
  readonly totpRequired: boolean;
  readonly idToken: string;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readGroups(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : [];
}

/** Refusals of a renewal after which the client has forgotten the tokens. */
const endings = [
  'UserUnAuthenticatedException',
  'TokenRevokedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
];

/** Whether the user pool means that this sign-in, and not what was asked with it, is no good. */
export function isSessionOver(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'NotAuthorizedException')
    return /(?:access|refresh) token/i.test(error.message);
  return endings.includes(error.name);
}

let held: Promise<unknown> = Promise.resolve();

/** Whoever asks who is signed in waits until this is over: meanwhile Amplify knows of nobody. */
export async function holdIdentity<T>(act: () => Promise<T>): Promise<T> {
  const done = held.then(act);
  held = done.catch(() => undefined);
  return await done;
}

/** Who is signed in, with a token that is still valid (Amplify renews it when it is not). */
export async function readIdentity(): Promise<Identity | null> {
  return await askForIdentity(false);
}

async function askForIdentity(forceRefresh: boolean): Promise<Identity | null> {
  await held;
  try {
    const { tokens } = await fetchAuthSession({ forceRefresh });
    const idToken = tokens?.idToken;
    const sub = readText(idToken?.payload.sub);
    if (!idToken || sub === null) return null;
    const { payload } = idToken;
    return {
      sub,
      username: readText(payload['cognito:username']) ?? sub,
      email: readText(payload['email']),
      groups: readGroups(payload['cognito:groups']),
      totpRequired: payload['custom:totp_required'] === 'true',
      idToken: idToken.toString(),
    };
  } catch (error) {
    if (error instanceof Error && error.message === 'No current user') return null;
    if (isSessionOver(error)) return null;
    if (isNetworkError(error)) throw new NetworkError('Network Error', { cause: error });
    throw error;
  }
}

let renewal: Promise<Identity | null> | null = null;

/** New tokens, asked for once for all who want them at the same time; null when it is over. */
export async function renewIdentity(): Promise<Identity | null> {
  renewal ??= askForIdentity(true).finally(() => {
    renewal = null;
  });
  return await renewal;
}

let forgetCredentials = (): void => {};

/** What else has to go with the tokens. */
export function forgetWithTokens(forget: () => void): void {
  forgetCredentials = forget;
}

/** On this device only: the pool is not asked, and may not be there. */
export async function forgetTokens(): Promise<void> {
  forgetCredentials();
  await cognitoUserPoolsTokenProvider.tokenOrchestrator.clearTokens();
}

import type { ClientConfig } from '@tanren/contract/build-manifest';
import { loadPartOrReload } from '#lib/builds/chunks.ts';
import { isNetworkError, NetworkError } from '#lib/errors.ts';
import { wipeDeviceData } from '#lib/offline/device-data.ts';
import { hasWorker } from '#lib/offline/network.ts';
import {
  forgetStoredTokens,
  readOldIdToken,
  readStoredIdToken,
  type StoredIdToken,
} from './stored-tokens.ts';

let clientConfig: ClientConfig | null = null;

export function configureAuth(config: ClientConfig): void {
  clientConfig = config;
}

export function getClientConfig(): ClientConfig {
  if (clientConfig === null) throw new Error('the user pool is not configured');
  return clientConfig;
}

const loadAmplify = () => loadPartOrReload(() => import('./amplify.ts'));

/** Loaded when needed: the arithmetic of a sign-in would make up a tenth of the first load. */
export function loadSignIn() {
  return loadPartOrReload(() => import('./sign-in.ts'));
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

let identityLock: Promise<unknown> = Promise.resolve();

/** Whoever asks who is signed in waits until this is over: meanwhile Amplify knows of nobody. */
export async function lockIdentity<T>(act: () => Promise<T>): Promise<T> {
  const done = identityLock.then(act);
  identityLock = done.catch(() => undefined);
  return await done;
}

/** Who is signed in, with a token that is still valid: Amplify renews it when it is not. */
export async function readIdentity(): Promise<Identity | null> {
  return await askForIdentity(false);
}

function readClaimedIdentity(idToken: StoredIdToken | null): Identity | null {
  const sub = readText(idToken?.claims['sub']);
  if (!idToken || sub === null) return null;
  const { text, claims } = idToken;
  return {
    sub,
    username: readText(claims['cognito:username']) ?? sub,
    email: readText(claims['email']),
    groups: readGroups(claims['cognito:groups']),
    totpRequired: claims['custom:totp_required'] === 'true',
    idToken: text,
  };
}

/** Whose tokens are on this device, whether or not they are still good. */
export function recallIdentity(): Identity | null {
  return readClaimedIdentity(readOldIdToken(getClientConfig().userPoolClientId));
}

/** A page that can be shown without a network does not wait longer for a renewal. */
const patienceMs = 3000;

/**
 * Who is looking, for a page that is shown with or without a network. Never to send something with:
 * the token may have run out.
 */
export async function knowIdentity(): Promise<Identity | null> {
  if (!hasWorker()) return await readIdentity();
  const known = recallIdentity();
  if (known === null) return await readIdentity();
  const patience = new Promise<Identity>((resolve) => {
    setTimeout(resolve, patienceMs, known);
  });
  try {
    return await Promise.race([readIdentity(), patience]);
  } catch (error) {
    if (isNetworkError(error)) return known;
    throw error;
  }
}

async function findIdToken(forceRefresh: boolean): Promise<StoredIdToken | null> {
  const stored = forceRefresh
    ? 'ask-amplify'
    : readStoredIdToken(getClientConfig().userPoolClientId);
  if (stored === 'none') return null;
  // Amplify would try several times before it says so.
  if (stored === 'ask-amplify' && !navigator.onLine) throw new NetworkError('Network Error');
  return stored === 'ask-amplify' ? await (await loadAmplify()).fetchIdToken(forceRefresh) : stored;
}

async function askForIdentity(forceRefresh: boolean): Promise<Identity | null> {
  await identityLock;
  try {
    return readClaimedIdentity(await findIdToken(forceRefresh));
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
  if (!forgetStoredTokens(getClientConfig().userPoolClientId)) {
    await (await loadAmplify()).clearTokens();
  }
  // After the tokens: an answer that comes meanwhile belongs to nobody, and is not kept. Nobody waits
  // for it: should the page be closed before, the next one finds nobody signed in, and does it.
  void wipeDeviceData(null);
}

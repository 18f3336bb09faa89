import { loadPartOrReload } from '#lib/builds/chunks.ts';
import { isNetworkError, NetworkError } from '#lib/errors.ts';
import { wipeDeviceData } from '#lib/offline/device-data.ts';
import { hasWorker } from '#lib/offline/network.ts';
import { getClientConfig } from './client-config.ts';
import {
  deleteStoredTokens,
  readOldIdToken,
  readStoredIdToken,
  type StoredIdToken,
} from './stored-tokens.ts';
import { announceClearedTokens } from './token-events.ts';

const loadAmplify = () => loadPartOrReload(() => import('./amplify.ts'));

export interface Identity {
  readonly sub: string;
  /** Name of the account in the user pool. It never changes, unlike the e-mail address. */
  readonly username: string;
  readonly email: string | null;
  readonly groups: readonly string[];
  /** Whether this trainer or staff account still has to set up an authenticator app. */
  readonly totpRequired: boolean;
  readonly idToken: string;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readGroups(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : [];
}

/** Errors of a renewal after which the Amplify client has deleted the tokens. */
const endings = [
  'UserUnAuthenticatedException',
  'TokenRevokedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
];

/** Returns whether the user pool rejected the sign-in itself, and not the request made with it. */
export function isSessionOver(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'NotAuthorizedException')
    return /(?:access|refresh) token/i.test(error.message);
  return endings.includes(error.name);
}

let identityLock: Promise<unknown> = Promise.resolve();

/**
 * Runs an action that replaces Amplify's storage. Reads of the identity wait until it has finished,
 * because Amplify has no tokens meanwhile.
 */
export async function lockIdentity<T>(act: () => Promise<T>): Promise<T> {
  const done = identityLock.then(act);
  identityLock = done.catch(() => undefined);
  return await done;
}

/**
 * Returns the identity of the signed-in member with a valid token. Amplify renews an expired one.
 */
export async function readIdentity(): Promise<Identity | null> {
  return await fetchIdentity(false);
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

/** Returns the identity of the tokens on this device, even if they have expired. */
export function getStoredIdentity(): Identity | null {
  return readClaimedIdentity(readOldIdToken(getClientConfig().userPoolClientId));
}

/**
 * Returns the identity for a page that works with or without a network. Do not send its token,
 * which may have expired: the first call renews it, or ends the session.
 */
export async function getIdentity(): Promise<Identity | null> {
  await identityLock;
  return (hasWorker() ? getStoredIdentity() : null) ?? (await readIdentity());
}

async function findIdToken(forceRefresh: boolean): Promise<StoredIdToken | null> {
  const stored = forceRefresh
    ? 'ask-amplify'
    : readStoredIdToken(getClientConfig().userPoolClientId);
  if (stored === 'none') return null;
  // Amplify would retry several times before it reports this.
  if (stored === 'ask-amplify' && !navigator.onLine) throw new NetworkError('Network Error');
  return stored === 'ask-amplify' ? await (await loadAmplify()).fetchIdToken(forceRefresh) : stored;
}

async function fetchIdentity(forceRefresh: boolean): Promise<Identity | null> {
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

/**
 * Renews the tokens, once for all concurrent callers. Returns `null` when the session has ended.
 */
export async function renewIdentity(): Promise<Identity | null> {
  renewal ??= fetchIdentity(true).finally(() => {
    renewal = null;
  });
  return await renewal;
}

/** Deletes the tokens of this device without contacting the user pool, which may be unreachable. */
export async function deleteTokens(): Promise<void> {
  announceClearedTokens();
  if (!deleteStoredTokens(getClientConfig().userPoolClientId)) {
    await (await loadAmplify()).clearTokens();
  }
  // The data is wiped after the tokens, so that an answer arriving in between belongs to no member
  // and is not stored. This does not wait: if the page is closed first, the next page finds no
  // member signed in and wipes the data.
  void wipeDeviceData(null);
}

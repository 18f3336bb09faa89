/*
 * Amplify stores the tokens of a sign-in in the browser. Reading them directly avoids loading
 * Amplify, a quarter of the code that a page would start with. Amplify is needed to sign in, to
 * renew and to sign out, not to view a page.
 */

type Claims = Readonly<Record<string, unknown>>;

export interface StoredIdToken {
  readonly text: string;
  readonly claims: Claims;
}

/** Names that Amplify uses for tokens. Its device data stays after a sign-out and is not listed. */
const tokenNames = ['accessToken', 'idToken', 'refreshToken', 'clockDrift', 'signInDetails'];

/** Time before expiry at which a token is renewed, the same as in Amplify. */
const toleranceMs = 5000;

/** Returns `null` where the browser forbids storage. Amplify then keeps the tokens in memory. */
function openStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function lastUserKey(clientId: string): string {
  return `CognitoIdentityServiceProvider.${clientId}.LastAuthUser`;
}

function tokenKey(clientId: string, username: string, name: string): string {
  return `CognitoIdentityServiceProvider.${clientId}.${username}.${name}`;
}

/** Returns all storage keys of the current sign-in. Empty when no member is signed in. */
export function listTokenKeys(clientId: string): string[] {
  const username = openStorage()?.getItem(lastUserKey(clientId));
  if (username === null || username === undefined) return [];
  const names = tokenNames.map((name) => tokenKey(clientId, username, name));
  return [...names, lastUserKey(clientId)];
}

/** Returns `null` when no member is signed in, or when the browser forbids storage. */
export function readRefreshToken(clientId: string): string | null {
  const storage = openStorage();
  const username = storage?.getItem(lastUserKey(clientId)) ?? null;
  if (username === null) return null;
  return storage?.getItem(tokenKey(clientId, username, 'refreshToken')) ?? null;
}

/** Deletes the tokens and returns whether the storage was accessible. */
export function deleteStoredTokens(clientId: string): boolean {
  const storage = openStorage();
  for (const key of listTokenKeys(clientId)) storage?.removeItem(key);
  knownClaims.clear();
  return storage !== null;
}

/** Claims of the tokens that were read last. A start of the app reads the same tokens many times. */
const knownClaims = new Map<string, Claims | null>();
/** An id token and an access token. */
const maxKnown = 2;

/** Reads the claims without verification, which is up to the server. */
function readClaims(token: string): Claims | null {
  const known = knownClaims.get(token);
  if (known !== undefined) return known;
  if (knownClaims.size >= maxKnown) knownClaims.clear();
  const claims = decodeClaims(token);
  knownClaims.set(token, claims);
  return claims;
}

function decodeClaims(token: string): Claims | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  } catch {
    return null;
  }
}

/**
 * Returns the id token even if it has expired. It identifies the member of this device and grants
 * no access.
 */
export function readOldIdToken(clientId: string): StoredIdToken | null {
  const storage = openStorage();
  const username = storage?.getItem(lastUserKey(clientId)) ?? null;
  if (username === null) return null;
  const text = storage?.getItem(tokenKey(clientId, username, 'idToken')) ?? '';
  const claims = readClaims(text);
  return claims === null ? null : { text, claims };
}

/**
 * Returns the id token, `none` when no member is signed in, or `ask-amplify` when the tokens must
 * be renewed or are not stored here.
 */
export function readStoredIdToken(clientId: string): StoredIdToken | 'none' | 'ask-amplify' {
  const storage = openStorage();
  if (storage === null) return 'ask-amplify';
  const username = storage.getItem(lastUserKey(clientId));
  if (username === null) return 'none';
  const read = (name: string) => storage.getItem(tokenKey(clientId, username, name)) ?? '';
  const text = read('idToken');
  const claims = readClaims(text);
  const accessClaims = readClaims(read('accessToken'));
  if (claims === null || accessClaims === null) return 'none';
  const now = Date.now() + (Number.parseInt(read('clockDrift'), 10) || 0) + toleranceMs;
  const hasExpired = [claims, accessClaims].some(({ exp }) => now > Number(exp ?? 0) * 1000);
  return hasExpired ? 'ask-amplify' : { text, claims };
}

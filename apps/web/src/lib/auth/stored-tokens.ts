/*
 * Amplify keeps the tokens of a sign-in in the browser's storage. Whoever reads them there does
 * without Amplify itself, a quarter of the code that a page would start with: it is needed to sign
 * in, to renew and to sign out, not to look at a page.
 */

type Claims = Readonly<Record<string, unknown>>;

export interface StoredIdToken {
  readonly text: string;
  readonly claims: Claims;
}

/** Amplify's names; what it keeps of a device stays when a sign-in ends. */
const tokenNames = ['accessToken', 'idToken', 'refreshToken', 'clockDrift', 'signInDetails'];

/** As Amplify does, which renews a token before the server would refuse it. */
const toleranceMs = 5000;

/** Where a browser forbids storage, Amplify keeps the tokens in memory, and only it knows them. */
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

/** All keys of the present sign-in, or none. */
export function listTokenKeys(clientId: string): string[] {
  const username = openStorage()?.getItem(lastUserKey(clientId));
  if (username === null || username === undefined) return [];
  const names = tokenNames.map((name) => tokenKey(clientId, username, name));
  return [...names, lastUserKey(clientId)];
}

/** Returns `null` when nobody is signed in, or the browser forbids storage. */
export function readRefreshToken(clientId: string): string | null {
  const storage = openStorage();
  const username = storage?.getItem(lastUserKey(clientId)) ?? null;
  if (username === null) return null;
  return storage?.getItem(tokenKey(clientId, username, 'refreshToken')) ?? null;
}

/** Whether they could be forgotten here. */
export function forgetStoredTokens(clientId: string): boolean {
  const storage = openStorage();
  for (const key of listTokenKeys(clientId)) storage?.removeItem(key);
  return storage !== null;
}

/** The server verifies a token; here it is only read. */
function readClaims(token: string): Claims | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  } catch {
    return null;
  }
}

/** As it is, however old: it tells whose device this is, and opens nothing. */
export function readOldIdToken(clientId: string): StoredIdToken | null {
  const storage = openStorage();
  const username = storage?.getItem(lastUserKey(clientId)) ?? null;
  if (username === null) return null;
  const text = storage?.getItem(tokenKey(clientId, username, 'idToken')) ?? '';
  const claims = readClaims(text);
  return claims === null ? null : { text, claims };
}

/** `none`: nobody is signed in. `ask-amplify`: the tokens have to be renewed, or are not kept here. */
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

import { createHmac, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { waitForApp } from '#support/browser/navigation.ts';

export const password = 'iron-2024-gym';

export interface Account {
  readonly email: string;
  readonly password: string;
  /** Address of the server that has the account. */
  readonly url: string;
  /** Data folder of that server, for a trainer or staff, who must use an authenticator app. */
  readonly totpIn?: string;
}

export function newEmail(): string {
  return `e2e-${randomUUID().slice(0, 8)}@tanren.example`;
}

export async function callPool(
  { url }: Pick<EmbeddedServer, 'url'>,
  operation: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/cognito/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${operation}: ${JSON.stringify(body)}`);
  return body;
}

const client = { ClientId: 'tanren-web' };

export async function createAccount(embedded: EmbeddedServer): Promise<Account> {
  const email = newEmail();
  await callPool(embedded, 'SignUp', { ...client, Username: email, Password: password });
  const ConfirmationCode = await embedded.readCode(email);
  await callPool(embedded, 'ConfirmSignUp', { ...client, Username: email, ConfirmationCode });
  return { email, password, url: embedded.url };
}

export interface Tokens {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
}

/** Signs in like another device of the same member and returns its tokens. */
export async function signInElsewhere(account: Account): Promise<Tokens> {
  const { totpIn: dataDir, email } = account;
  if (dataDir === undefined) return await enterPassword(account);
  // A code can be used once in 30 seconds, and journeys sign in more often. So the authenticator
  // app is switched off for the sign-in.
  const setTotp = async (enabled: boolean) =>
    await runSql(dataDir, 'update user_pool_users set totp_enabled = $2 where email = $1', [
      email,
      enabled,
    ]);
  await setTotp(false);
  const { RefreshToken } = await enterPassword(account);
  await setTotp(true);
  const refresh = { ...client, RefreshToken };
  const { AuthenticationResult } = await callPool(account, 'GetTokensFromRefreshToken', refresh);
  return AuthenticationResult as Tokens;
}

async function enterPassword({ url, email, password: secret }: Account): Promise<Tokens> {
  const { AuthenticationResult } = await callPool({ url }, 'InitiateAuth', {
    ...client,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: secret },
  });
  return AuthenticationResult as Tokens;
}

const sharedTokens = new Map<string, Promise<Tokens>>();

/** Returns tokens for requests that tests make beside the pages, with one sign-in per account. */
export function readSharedTokens(account: Account): Promise<Tokens> {
  const known = sharedTokens.get(account.email);
  if (known) return known;
  const made = signInElsewhere(account);
  sharedTokens.set(account.email, made);
  return made;
}

/**
 * Discards the shared tokens after the groups, the password or the sessions of an account were
 * changed.
 */
export function deleteSharedTokens({ email }: Account): void {
  sharedTokens.delete(email);
}

export function readClaims(token: string): { readonly sub: string; readonly jti: string } {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return JSON.parse(payload) as { sub: string; jti: string };
}

/**
 * Signs a page in before it is opened, by storing tokens where the Amplify client keeps them. The
 * identity journeys test signing in by hand.
 */
export async function putTokens(page: Page, tokens: Tokens): Promise<void> {
  const { sub, jti } = readClaims(tokens.IdToken);
  const prefix = `CognitoIdentityServiceProvider.${client.ClientId}`;
  const items = {
    [`${prefix}.LastAuthUser`]: sub,
    [`${prefix}.${sub}.idToken`]: tokens.IdToken,
    [`${prefix}.${sub}.accessToken`]: tokens.AccessToken,
    [`${prefix}.${sub}.refreshToken`]: tokens.RefreshToken,
    [`${prefix}.${sub}.clockDrift`]: '0',
  };
  await page.addInitScript(
    ({ entries, mark }) => {
      // The script runs once per tab, so that a member who signs out stays signed out.
      if (window.name.includes(mark) || window !== window.top) return;
      window.name += ` ${mark}`;
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { entries: items, mark: jti },
  );
}

export async function signIn(
  page: Page,
  { email, password: secret }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/login');
  // The route guard redirects every other address to this page, and keeps the address as a
  // parameter.
  await page.waitForURL(({ pathname }) => pathname === '/login');
  await waitForApp(page);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'ログイン' }).click();
}

function decodeBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = text
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/**
 * Computes a code as in RFC 6238 with the usual 30 s and six digits. `later` is a number of steps.
 */
export function computeTotp(secret: string, later = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

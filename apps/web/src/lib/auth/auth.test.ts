import { jitteredBackoff } from '@aws-amplify/core/internals/aws-client-utils';
import { Amplify } from 'aws-amplify';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { defaultStorage } from 'aws-amplify/utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUpAmplify } from './amplify.ts';
import { readIdentity } from './auth.ts';
import { configureAuth } from './client-config.ts';

/*
 * Uses the unmodified Amplify client as the app does, with a user pool whose answers the test
 * decides. Time stops until a test advances it.
 */

const cognito = {
  userPoolId: 'local_retries',
  userPoolClientId: 'retries',
  userPoolEndpoint: 'http://pool.example/cognito/',
};
const sub = '00000000-0000-4000-8000-000000000001';
const start = Date.parse('2026-04-01T03:00:00Z');

function makeToken(secondsLeft: number, issuedAt = Date.now()): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const iat = Math.floor(issuedAt / 1000);
  const claims = { sub, 'cognito:username': sub, iat, exp: iat + secondsLeft };
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.c2ln`;
}

/** Stores the tokens of a sign-in that expire after `secondsLeft`. */
async function storeTokens(secondsLeft: number, clockDrift = 0): Promise<void> {
  const items = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
    clear: async () => {
      items.clear();
    },
  });
  const prefix = `CognitoIdentityServiceProvider.${cognito.userPoolClientId}`;
  items.set(`${prefix}.LastAuthUser`, sub);
  items.set(`${prefix}.${sub}.idToken`, makeToken(secondsLeft));
  items.set(`${prefix}.${sub}.accessToken`, makeToken(secondsLeft));
  items.set(`${prefix}.${sub}.refreshToken`, 'refresh');
  items.set(`${prefix}.${sub}.clockDrift`, String(clockDrift));
  // The app reads the tokens where Amplify stores them, and calls Amplify only to renew them.
  vi.stubGlobal('localStorage', { getItem: (key: string) => items.get(key) ?? null });
}

let requestedAt: number[] = [];

/** Answers with these statuses in order. A 200 carries new tokens. */
function answerWith(...statuses: readonly number[]): void {
  vi.stubGlobal('fetch', async () => {
    const status = statuses[requestedAt.length] ?? 200;
    requestedAt.push(Date.now());
    if (status !== 200) return Response.json({ __type: 'Failure', message: 'x' }, { status });
    const fresh = makeToken(3600);
    return Response.json({ AuthenticationResult: { AccessToken: fresh, IdToken: fresh } });
  });
}

/** Reads the identity while the time passes that the client waits between its attempts. */
async function request(): Promise<unknown> {
  const answers: unknown[] = [];
  void readIdentity()
    .catch((error: unknown) => error)
    .then((answer) => answers.push(answer));
  while (answers.length === 0) await vi.runAllTimersAsync();
  return answers[0];
}

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('navigator', { onLine: true });
  requestedAt = [];
  // The first set-up is the one of the app. The second one adds the endpoint of this test.
  const { userPoolId, userPoolClientId } = cognito;
  configureAuth({ userPoolId, userPoolClientId });
  setUpAmplify();
  Amplify.configure({ Auth: { Cognito: cognito } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  cognitoUserPoolsTokenProvider.setKeyValueStorage(defaultStorage);
});

// spec 9.45, 9.49, 9.50, 9.51, 9.52, 9.53
test.each([429, 500, 502, 503, 504])('retries %i three times in all', async (status) => {
  await storeTokens(0);
  answerWith(status, status);
  expect(await request()).toMatchObject({ sub });
  expect(requestedAt).toHaveLength(3);

  await storeTokens(0);
  requestedAt = [];
  answerWith(status, status, status, status);
  expect(await request()).toBeInstanceOf(Error);
  expect(requestedAt).toHaveLength(3);
});

test.each([400, 403, 404, 501])('does not retry %i', async (status) => {
  await storeTokens(0);
  answerWith(status);
  expect(await request()).toBeInstanceOf(Error);
  expect(requestedAt).toHaveLength(1);
});

// spec 9.46, 9.47
test.each([
  [0, [200, 400]],
  [0.99, [299, 499]],
])('doubles each delay, with jitter (%f)', async (random, waits) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  await storeTokens(0);
  answerWith(503, 503);
  await request();
  const [first = 0, second = 0, third = 0] = requestedAt;
  expect([Math.floor(second - first), Math.floor(third - second)]).toEqual(waits);
});

// spec 9.48
test('no delay is longer than five minutes', () => {
  expect(jitteredBackoff(11)).toBeLessThan(5 * 60_000);
  expect(jitteredBackoff(12)).toBe(5 * 60_000);
});

test.each([
  // spec 7.50, 9.54, 9.55
  ['five seconds before their end', 5, 0, 0],
  ['a moment later', 4, 0, 1],
  ['when the server is five minutes ahead of this clock', 300, 5 * 60_000, 1],
])('renews tokens %s: %i s left, %i ms drift', async (_, secondsLeft, drift, requests) => {
  await storeTokens(secondsLeft, drift);
  answerWith(200);
  expect(await request()).toMatchObject({ sub });
  expect(requestedAt).toHaveLength(requests);
});

// spec 4.18
test('only "No current user" means not signed in', async () => {
  const fail = (message: string) => {
    const tokenProvider = {
      getTokens: async () => await Promise.reject(new Error(message)),
    };
    Amplify.configure({ Auth: { Cognito: cognito } }, { Auth: { tokenProvider } });
  };
  await storeTokens(0);
  fail('No current user');
  expect(await readIdentity()).toBeNull();
  fail('The storage is broken');
  await expect(readIdentity()).rejects.toThrow('The storage is broken');
});

import { agreeToTerms } from '@tanren/contract/members/terms-agreements';
import { listWorkouts } from '@tanren/contract/workouts/workouts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi } from './api.ts';
import { configureAuth } from './auth/client-config.ts';
import { ApiError, isApiError } from './errors.ts';

function makeToken(use: 'id' | 'access'): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { sub: 'sub-1', token_use: use, exp: 4_000_000_000 };
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.c2ln`;
}

const idToken = makeToken('id');

/** The stored tokens of a sign-in, as far as an API call needs them. */
const signIn = {
  'CognitoIdentityServiceProvider.calls.LastAuthUser': 'sub-1',
  'CognitoIdentityServiceProvider.calls.sub-1.idToken': idToken,
  'CognitoIdentityServiceProvider.calls.sub-1.accessToken': makeToken('access'),
};

function keep(items: Readonly<Record<string, string>>): void {
  vi.stubGlobal('localStorage', { getItem: (key: string) => items[key] ?? null });
}

let sent: { url: string; init: RequestInit }[] = [];

function answerWith(answer: () => Response): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer();
  });
}

beforeEach(() => {
  sent = [];
  vi.stubGlobal('document', { cookie: 'a=1; XSRF-TOKEN=of-this-page' });
  configureAuth({ userPoolId: 'local_calls', userPoolClientId: 'calls' });
  keep(signIn);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

// spec 7.1, 7.2, 9.56, 9.57
test('sends JSON with the id token and the token against forgery', async () => {
  const agreement = { version: 3, agreedAt: '2026-03-02T00:00:00Z' };
  answerWith(() => Response.json(agreement, { status: 201 }));
  expect(await callApi(agreeToTerms, { body: { version: 3 } })).toEqual(agreement);
  const [call] = sent;
  expect([call?.url, call?.init.method]).toEqual([
    '/api/my/terms-and-conditions-agreements',
    'POST',
  ]);
  expect(JSON.parse(call?.init.body as string)).toEqual({ version: 3 });
  const headers = new Headers(call?.init.headers);
  expect(Object.fromEntries(headers)).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: `Bearer ${idToken}`,
    'x-xsrf-token': 'of-this-page',
  });
});

test.each([
  ['http:', /^XSRF-TOKEN=([\w-]{36}); Path=\/; SameSite=Strict$/],
  ['https:', /^__Host-XSRF-TOKEN=([\w-]{36}); Path=\/; SameSite=Strict; Secure$/],
])('creates the token against forgery when the page has none: %s', async (protocol, made) => {
  const page = { cookie: '' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol });
  answerWith(() => Response.json({}, { status: 201 }));
  await callApi(agreeToTerms, { body: { version: 3 } });
  expect(page.cookie).toMatch(made);
  const token = new Headers(sent[0]?.init.headers).get('x-xsrf-token');
  expect(token).toBe(made.exec(page.cookie)?.[1]);
});

// spec 7.2
test('sends no token when no one is signed in', async () => {
  keep({});
  answerWith(() => Response.json({ items: [], nextCursor: null }));
  await callApi(listWorkouts, { querystring: {} });
  expect(new Headers(sent[0]?.init.headers).has('authorization')).toBe(false);
});

// spec 9.59
test.each([200, 201, 299])('treats %i as a success', async (status) => {
  const page = { items: [], nextCursor: null };
  answerWith(() => Response.json(page, { status }));
  expect(await callApi(listWorkouts, { querystring: {} })).toEqual(page);
});

// spec 9.59
test.each([300, 304, 404, 500])('treats %i as an error', async (status) => {
  answerWith(() => new Response(null, { status }));
  const failure = callApi(listWorkouts, { querystring: {} });
  await expect(failure).rejects.toMatchObject({ name: 'ApiError', status });
});

// spec 8.4
test('separates a 400 from other errors, with its invalid fields', async () => {
  const fields = [{ path: '/version', in: 'body', message: 'must be integer' }];
  const problem = { status: 400, code: 'invalid_request', fields };
  answerWith(() => Response.json(problem, { status: 400 }));
  const error: unknown = await callApi(agreeToTerms, { body: { version: 3 } }).catch(
    (reason: unknown) => reason,
  );
  expect(isApiError(error, 400)).toBe(true);
  expect(isApiError(new ApiError(404, null), 400)).toBe(false);
  expect(error).toMatchObject({ problem: { fields } });
});

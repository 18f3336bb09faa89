import { getTrainingStatus } from '@tanren/contract/workouts/training-status';
import { agreeToTerms } from '@tanren/contract/members/terms-agreements';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi } from './api.ts';
import { configureAuth } from './auth/client-config.ts';
import { dropEarlyCalls, startEarlyCalls } from './early-calls.ts';

function makeToken(jti: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'RS256' })}.${encode({ sub: 'sub-1', jti, exp: 4_000_000_000 })}.c2ln`;
}

const idToken = makeToken('first');
const url = '/api/training-status';
const readStatus = async () => await callApi(getTrainingStatus, {});

let sent: string[] = [];
let answerNext: (() => Promise<Response>)[] = [];

function signIn(token: string | null): void {
  const items: Record<string, string> =
    token === null
      ? {}
      : {
          'CognitoIdentityServiceProvider.calls.LastAuthUser': 'sub-1',
          'CognitoIdentityServiceProvider.calls.sub-1.idToken': token,
          'CognitoIdentityServiceProvider.calls.sub-1.accessToken': token,
        };
  vi.stubGlobal('localStorage', { getItem: (key: string) => items[key] ?? null });
}

beforeEach(() => {
  sent = [];
  answerNext = [];
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=of-this-page' });
  vi.stubGlobal('fetch', async (to: string) => {
    sent.push(to);
    return (await answerNext.shift()?.()) ?? Response.json({ number: sent.length });
  });
  configureAuth({ userPoolId: 'local_calls', userPoolClientId: 'calls' });
  signIn(idToken);
});

afterEach(() => {
  dropEarlyCalls();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an early answer is used once', async () => {
  startEarlyCalls(['/training-status'], idToken);
  expect(sent).toEqual([url]);
  expect(await readStatus()).toEqual({ number: 1 });
  expect(sent).toEqual([url]);
  expect(await readStatus()).toEqual({ number: 2 });
});

test.each([
  ['another token', makeToken('second')],
  ['no token', null],
])('an early answer is not used with %s', async (_name, token) => {
  startEarlyCalls(['/training-status'], idToken);
  signIn(token);
  expect(await readStatus()).toEqual({ number: 2 });
});

test('an early answer is not used after ten seconds', async () => {
  vi.useFakeTimers();
  startEarlyCalls(['/training-status'], idToken);
  vi.advanceTimersByTime(10_001);
  expect(await readStatus()).toEqual({ number: 2 });
});

test('an early answer is not used after a change', async () => {
  startEarlyCalls(['/training-status'], idToken);
  await callApi(agreeToTerms, { body: { version: 3 } });
  expect(await readStatus()).toEqual({ number: 3 });
});

test('an early answer that no page takes is read to its end', async () => {
  let isRead = false;
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  answerNext = [async () => new Response(body)];
  startEarlyCalls(['/training-status'], idToken);
  await expect.poll(() => isRead).toBe(true);
});

test('a call that failed early is sent again', async () => {
  answerNext = [() => Promise.reject(new TypeError('Failed to fetch'))];
  startEarlyCalls(['/training-status'], idToken);
  expect(await readStatus()).toEqual({ number: 2 });
  expect(sent).toEqual([url, url]);
});

test('an early answer that rejects the call is an answer like any other', async () => {
  answerNext = [async () => new Response(null, { status: 503 })];
  startEarlyCalls(['/training-status'], idToken);
  await expect(readStatus()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  expect(sent).toEqual([url]);
});

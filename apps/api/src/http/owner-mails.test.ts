import { randomUUID } from 'node:crypto';
import { createConfirmedUser } from '@tanren/user-pool/administration';
import type { PlainMail } from '#mail/mail-words.ts';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { openIdentity } from '#composition/identity.ts';
import { readConfig } from '#config/config.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';

/* Calls that share the member's data: a calendar address, a trainer's code, an export. */

const { db } = await createTestDatabase();
let minutesLater = 0;
const startedAt = Date.now();
const now = () => new Date(startedAt + minutesLater * 60_000);
const mails: PlainMail[] = [];
const mailer = { send: async (mail: PlainMail) => void mails.push(mail) };
const config = { ...readConfig({ USER_POOL_PASSWORD_AUTH: 'on' }), userPoolKeys: testKeys };
const identity = await openIdentity(config, db, mailer, now);
const { userPool } = identity;
if (userPool === null) throw new Error('There is no embedded pool');
const app = await shareTestApp({ config, db, now, mailer, modules: productModules, ...identity });
const password = 'matsutake99';

async function callPool(target: string, payload: object) {
  const response = await app.inject({
    method: 'POST',
    url: '/cognito/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${target}`,
    },
    payload: JSON.stringify({ ClientId: 'tanren-web', ...payload }),
  });
  return response.json<Record<string, unknown>>();
}

async function signIn(email: string) {
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  const body = await callPool('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  const tokens = body['AuthenticationResult'] as Record<string, string>;
  return { idToken: tokens['IdToken'] ?? '', AccessToken: tokens['AccessToken'] ?? '' };
}

async function addMember(groups = ['member']) {
  // The demo's staff account needs no authenticator app.
  const email = groups.includes('staff') ? 'staff@tanren.example' : `${randomUUID()}@example.com`;
  const sub = await createConfirmedUser(db, userPool ?? never(), { email, password, groups });
  return { email, sub, ...(await signIn(email)) };
}

function never(): never {
  throw new Error('There is no embedded pool');
}

type Method = 'GET' | 'POST' | 'DELETE';
const call = async (method: Method, path: string, token: string, payload?: object) =>
  await app.inject({
    method,
    url: `/api${path}`,
    headers: bearer(token),
    ...(payload === undefined ? {} : { payload }),
  });

test.each([
  ['POST', '/my/calendar-feed', undefined, 201, 'カレンダー用URL作成のお知らせ'],
  ['POST', '/trainer-connection-code', {}, 201, 'トレーナー連携コード発行のお知らせ'],
  ['GET', '/my/export', undefined, 200, 'データ書き出しのお知らせ'],
] as const)(
  '%s %s needs a recent password, and the member is notified by mail',
  async (method, path, payload, status, subject) => {
    const { email, idToken } = await addMember();
    mails.length = 0;
    minutesLater += 11;
    const rejected = await call(method, path, idToken, payload);
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json()).toMatchObject({ code: 'recent_authentication_required' });
    expect(mails).toEqual([]);
    const again = await signIn(email);
    expect((await call(method, path, again.idToken, payload)).statusCode).toBe(status);
    await expect
      .poll(() => mails.map((mail) => [mail.to, mail.subject]))
      .toEqual([[email, `【TANREN】${subject}`]]);
  },
);

interface Requester {
  readonly sub: string;
  readonly email: string;
  readonly idToken: string;
  readonly AccessToken: string;
}

const endings: readonly (readonly [string, (requester: Requester) => Promise<unknown>])[] = [
  ['signs out everywhere', ({ AccessToken }) => callPool('GlobalSignOut', { AccessToken })],
  ['ends all other devices', ({ idToken }) => call('DELETE', '/my/devices', idToken)],
  [
    'changes the password',
    ({ AccessToken }) =>
      callPool('ChangePassword', {
        AccessToken,
        PreviousPassword: password,
        ProposedPassword: 'maitake2099',
      }),
  ],
  [
    'is signed out by staff',
    async ({ sub }) => {
      const staff = await addMember(['member', 'staff']);
      const body = { reason: '端末の紛失' };
      return await call('POST', `/staff/members/${sub}/sign-out`, staff.idToken, body);
    },
  ],
];

test.each(endings)('a calendar address ends when its member %s', async (_, end) => {
  const member = await addMember();
  const made = await call('POST', '/my/calendar-feed', member.idToken);
  const { pathname } = new URL(made.json<{ url: string }>().url);
  const open = async () => (await app.inject(pathname)).statusCode;
  expect(await open()).toBe(200);
  await end(member);
  expect(await open()).toBe(404);
});

test('a calendar address stays when its member signs out of this device only', async () => {
  const { email, idToken } = await addMember();
  const made = await call('POST', '/my/calendar-feed', idToken);
  const { pathname } = new URL(made.json<{ url: string }>().url);
  const body = await callPool('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const { RefreshToken: Token } = body['AuthenticationResult'] as Record<string, string>;
  await callPool('RevokeToken', { Token });
  expect((await app.inject(pathname)).statusCode).toBe(200);
});

import { expect, test } from 'vitest';
import { openPoolWorld, password } from '#test/support/identity/pool-world.ts';

/* Calls that share the member's data: a calendar address, a trainer's code, an export. */

const { app, mails, addAccount, callPool, signIn, call, passMinutes } = await openPoolWorld();

async function addMember(groups = ['member']) {
  // The demo's staff account needs no authenticator app.
  const email = groups.includes('staff') ? { email: 'staff@tanren.example' } : {};
  const account = await addAccount({ groups, ...email });
  return { ...account, ...(await signIn(account.email)) };
}

test.each([
  ['POST', '/my/calendar-feed', undefined, 201, 'カレンダー用URL作成のお知らせ'],
  ['POST', '/trainer-connection-code', {}, 201, 'トレーナー連携コード発行のお知らせ'],
  ['GET', '/my/export', undefined, 200, 'データ書き出しのお知らせ'],
] as const)(
  '%s %s needs a recent password, and the member is notified by mail',
  async (method, path, payload, status, subject) => {
    const { email, IdToken } = await addMember();
    mails.length = 0;
    passMinutes(11);
    expect(await call(IdToken, method, path, payload)).toMatchObject({
      status: 403,
      code: 'recent_authentication_required',
    });
    expect(mails).toEqual([]);
    const again = await signIn(email);
    expect((await call(again.IdToken, method, path, payload)).status).toBe(status);
    await expect
      .poll(() => mails.map((mail) => [mail.to, mail.subject]))
      .toEqual([[email, `【TANREN】${subject}`]]);
  },
);

type Requester = Awaited<ReturnType<typeof addMember>>;

const endings: readonly (readonly [string, (requester: Requester) => Promise<unknown>])[] = [
  ['signs out everywhere', ({ AccessToken }) => callPool('GlobalSignOut', { AccessToken })],
  ['ends all other devices', ({ IdToken }) => call(IdToken, 'DELETE', '/my/devices')],
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
      return await call(staff.IdToken, 'POST', `/staff/members/${sub}/sign-out`, body);
    },
  ],
];

const makeFeed = async ({ IdToken }: Requester) =>
  new URL((await call<{ url: string }>(IdToken, 'POST', '/my/calendar-feed')).body.url);

test.each(endings)('a calendar address ends when its member %s', async (_, end) => {
  const member = await addMember();
  const { pathname } = await makeFeed(member);
  const open = async () => (await app.inject(pathname)).statusCode;
  expect(await open()).toBe(200);
  await end(member);
  expect(await open()).toBe(404);
});

test('a calendar address stays when its member signs out of this device only', async () => {
  const member = await addMember();
  const { pathname } = await makeFeed(member);
  await callPool('RevokeToken', { Token: (await signIn(member.email)).RefreshToken });
  expect((await app.inject(pathname)).statusCode).toBe(200);
});

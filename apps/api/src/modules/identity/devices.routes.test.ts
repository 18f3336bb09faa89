import { randomUUID } from 'node:crypto';
import { findAccountByEmail, setUserGroups } from '@tanren/user-pool/administration';
import { userPoolRecoveryCodes, userPoolUsers } from '@tanren/user-pool/schema/users';
import { userPoolSessions } from '@tanren/user-pool/schema/sessions';
import { decodeJwt } from 'jose';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { productModules } from '#app.ts';
import { openIdentity } from '#composition/identity.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { bearer, buildTestApp, shareTestApp } from '#test/support/app.ts';
import { sql } from '#test/support/database.ts';
import { openPoolWorld, password } from '#test/support/identity/pool-world.ts';
import type { Method } from '#test/support/world.ts';

const world = await openPoolWorld();
const { db, url, now, mails, config, addAccount, callPool, enterPassword, passMinutes } = world;
const { signIn, call } = world;
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) Version/18.3 Safari/604.1';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36';

/** Returns one of the demo's staff, because all other staff would have to set up an app first. */
async function addDemoStaff() {
  const email = 'staff@tanren.example';
  if ((await findAccountByEmail(db, email)) === null) {
    await addAccount({ email, groups: ['member', 'staff'] });
  }
  return email;
}

const request = async <T = Record<string, unknown>>(
  method: Method,
  path: string,
  token: string,
  payload?: object,
) => await call<T>(token, method, path, payload);

test('lists where a member is signed in, and ends one sign-in', async () => {
  const { email } = await addAccount();
  const phone = await signIn(email, iPhone);
  passMinutes(1);
  const desk = await signIn(email, windows);
  const { body } = await request('GET', '/my/devices', desk.IdToken);
  expect(body).toEqual({
    available: true,
    items: [
      {
        deviceId: desk.deviceId,
        name: 'Windows・Chrome',
        current: true,
        signedInAt: now().toISOString(),
        lastSeenAt: now().toISOString(),
      },
      expect.objectContaining({ deviceId: phone.deviceId, name: 'iPhone・Safari', current: false }),
    ],
  });
  mails.length = 0;
  expect((await request('DELETE', `/my/devices/${phone.deviceId}`, desk.IdToken)).status).toBe(204);
  expect((await request('GET', '/my/devices', phone.IdToken)).status).toBe(401);
  expect((await request('GET', '/my/devices', desk.IdToken)).body).toMatchObject({
    items: [{ deviceId: desk.deviceId }],
  });
  expect((await request('DELETE', `/my/devices/${phone.deviceId}`, desk.IdToken)).status).toBe(404);
  expect(mails).toEqual([
    expect.objectContaining({ to: email, subject: '【TANREN】端末のログアウトのお知らせ' }),
  ]);
  expect(mails[0]?.text).toContain('端末：iPhone・Safari');
});

test('cannot end the device of another member', async () => {
  const owner = await signIn((await addAccount()).email, iPhone);
  const stranger = await signIn((await addAccount()).email, windows);
  const path = `/my/devices/${owner.deviceId}`;
  expect(await request('DELETE', path, stranger.IdToken)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
  expect((await request('DELETE', '/my/devices', stranger.IdToken)).body).toEqual({ ended: 0 });
  expect((await request('GET', '/my/devices', owner.IdToken)).status).toBe(200);
});

test('ends all other devices at once with one mail, and lists the event', async () => {
  const { email } = await addAccount();
  const others = [await signIn(email, iPhone), await signIn(email, iPhone)];
  const here = await signIn(email, windows);
  mails.length = 0;
  expect((await request('DELETE', '/my/devices', here.IdToken)).body).toEqual({ ended: 2 });
  for (const { IdToken } of others) {
    expect((await request('GET', '/my/devices', IdToken)).status).toBe(401);
  }
  expect((await request('DELETE', '/my/devices', here.IdToken)).body).toEqual({ ended: 0 });
  expect(mails).toHaveLength(1);

  const first = await request('GET', '/my/authentication-events?limit=2', here.IdToken);
  const page = first.body as { items: { operation: string }[]; nextCursor: string };
  expect(page.items).toMatchObject([
    { operation: 'other-devices-ended', outcome: 'success', network: '127.0.0.0/24' },
    { operation: 'sign-in', outcome: 'success' },
  ]);
  const rest = `/my/authentication-events?limit=2&cursor=${page.nextCursor}`;
  expect((await request('GET', rest, here.IdToken)).body).toMatchObject({
    available: true,
    items: [{ operation: 'sign-in' }, { operation: 'sign-in' }],
    nextCursor: null,
  });
  const stranger = await signIn((await addAccount()).email, windows);
  const theirs = await request('GET', '/my/authentication-events', stranger.IdToken);
  expect(theirs.body).toMatchObject({ items: [{ operation: 'sign-in' }] });
});

test('mails the current address about an ended device, although a token has the old one', async () => {
  const { email, sub } = await addAccount();
  const phone = await signIn(email, iPhone);
  const desk = await signIn(email, windows);
  const present = `new-${email}`;
  await db.update(userPoolUsers).set({ email: present }).where(eq(userPoolUsers.sub, sub));
  mails.length = 0;
  await request('DELETE', `/my/devices/${phone.deviceId}`, desk.IdToken);
  expect(mails.map(({ to }) => to)).toEqual([present]);
});

test('rejects ending devices and changing the account eleven minutes after the password', async () => {
  const { email } = await addAccount();
  const phone = await signIn(email, iPhone);
  const desk = await signIn(email, windows);
  passMinutes(11);
  for (const [method, path] of [
    ['DELETE', `/my/devices/${phone.deviceId}`],
    ['DELETE', '/my/devices'],
    ['DELETE', '/userinfo'],
  ] as const) {
    expect(await request(method, path, desk.IdToken)).toMatchObject({
      status: 403,
      body: { code: 'recent_authentication_required' },
    });
  }
  expect((await request('GET', '/my/devices', phone.IdToken)).status).toBe(200);
  const rejected = {
    status: 400,
    body: {
      __type: 'NotAuthorizedException',
      message: 'Recent authentication is required.',
    },
  };
  const { AccessToken } = desk;
  const newEmail = [{ Name: 'email', Value: `new-${email}` }];
  const totp = { SoftwareTokenMfaSettings: { Enabled: false } };
  mails.length = 0;
  expect(
    await callPool('UpdateUserAttributes', { AccessToken, UserAttributes: newEmail }),
  ).toMatchObject(rejected);
  expect(await callPool('AssociateSoftwareToken', { AccessToken })).toMatchObject(rejected);
  expect(await callPool('VerifySoftwareToken', { AccessToken, UserCode: '123456' })).toMatchObject(
    rejected,
  );
  expect(await callPool('DeleteUser', { AccessToken })).toMatchObject(rejected);
  // The setting is already active, so the call changes nothing.
  expect((await callPool('SetUserMFAPreference', { AccessToken, ...totp })).status).toBe(200);
  expect(mails).toEqual([]);
  // A member who enters the present password has just proved their identity.
  const passwords = { PreviousPassword: password, ProposedPassword: 'maitake2099' };
  expect((await callPool('ChangePassword', { AccessToken, ...passwords })).status).toBe(200);
});

test('records the last use of a device without a write per call', async () => {
  const { email } = await addAccount();
  const { IdToken, deviceId } = await signIn(email, windows);
  const readSeen = async () => {
    const [row] = await db
      .select({ lastSeenAt: userPoolSessions.lastSeenAt })
      .from(userPoolSessions)
      .where(eq(userPoolSessions.originJti, deviceId));
    return row?.lastSeenAt;
  };
  const before = await readSeen();
  passMinutes(4);
  await request('GET', '/my/devices', IdToken);
  expect(await readSeen()).toEqual(before);
  passMinutes(1);
  await request('GET', '/my/devices', IdToken);
  expect(await readSeen()).toEqual(now());
});

test('shortens and cleans what a browser reports about itself', async () => {
  const { email } = await addAccount();
  const { deviceId } = await signIn(email, `iPhone\u00e9 ${'x'.repeat(4000)}`);
  const [row] = await db
    .select()
    .from(userPoolSessions)
    .where(eq(userPoolSessions.originJti, deviceId));
  expect(row?.userAgent).toBe(`iPhone ${'x'.repeat(293)}`);
});

test('answers that nothing is known with an external user pool', async () => {
  const hosted = await shareTestApp({ db, now, modules: productModules, userPool: null });
  onTestFinished(async () => await hosted.close());
  const read = async (path: string) =>
    (await hosted.inject({ url: `/api${path}`, headers: bearer(randomUUID()) })).json<unknown>();
  expect(await read('/my/devices')).toEqual({ available: false, items: [] });
  expect(await read('/my/authentication-events')).toEqual({
    available: false,
    items: [],
    nextCursor: null,
  });
});

async function turnTotpOn(sub: string): Promise<void> {
  await db.update(userPoolUsers).set({ totpEnabled: true }).where(eq(userPoolUsers.sub, sub));
}

test('ten recovery codes replace the app, each once', async () => {
  const { email, sub } = await addAccount();
  const { IdToken } = await signIn(email, windows);
  expect((await request('POST', '/my/recovery-codes', IdToken)).status).toBe(404);
  await turnTotpOn(sub);
  mails.length = 0;
  const issue = async () => (await request<Codes>('POST', '/my/recovery-codes', IdToken)).body;
  const [{ codes: old }, { codes }] = [await issue(), await issue()];
  expect(new Set([...old, ...codes]).size).toBe(20);
  expect(codes.every((code) => /^[2-9A-Z]{5}-[2-9A-Z]{5}$/.test(code))).toBe(true);
  expect(mails.map(({ subject }) => subject)).toEqual([
    '【TANREN】リカバリーコード発行のお知らせ',
    '【TANREN】リカバリーコード発行のお知らせ',
  ]);

  const challenge = async () => (await enterPassword(email)).body['Session'];
  const answer = async (typed: string, Session: unknown) =>
    await callPool('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: sub, SOFTWARE_TOKEN_MFA_CODE: typed },
    });
  const session = await challenge();
  const rejected = { status: 400, body: { __type: 'CodeMismatchException' } };
  expect(await answer(old[0] ?? '', session)).toMatchObject(rejected);
  // The code is typed as from paper: in lower case and with a space.
  const typed = (codes[0] ?? '').toLowerCase().replace('-', ' ');
  expect((await answer(typed, session)).status).toBe(200);
  expect(await answer(codes[0] ?? '', await challenge())).toMatchObject(rejected);
  expect((await request('GET', '/my/recovery-codes', IdToken)).body).toEqual({
    available: true,
    left: 9,
  });
  expect(mails.at(-1)).toMatchObject({
    to: email,
    subject: '【TANREN】リカバリーコード使用のお知らせ',
  });
  expect(mails.at(-1)?.text).toContain('残りのリカバリーコード：9個');
  const rows = JSON.stringify(await db.select().from(userPoolRecoveryCodes));
  for (const code of codes) expect(rows).not.toContain(code);
});

interface Codes {
  readonly codes: string[];
}

test.each(['staff', 'trainer'])(
  'staff cannot remove the authenticator app of a member of the group %s',
  async (group) => {
    const staff = await signIn(await addDemoStaff(), windows);
    const { email, sub } = await addAccount();
    await setUserGroups(db, sub, ['member', group]);
    await turnTotpOn(sub);
    mails.length = 0;
    const body = { reason: '端末の紛失' };
    const answer = await request('DELETE', `/staff/members/${sub}/totp`, staff.IdToken, body);
    expect(answer).toMatchObject({ status: 409, body: { code: 'role_held' } });
    expect(mails).toEqual([]);
    const challenge = await enterPassword(email);
    expect(challenge.body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  },
);

test('staff sign a member out and remove a lost app, with a reason, an audit entry and a mail', async () => {
  const staff = await signIn(await addDemoStaff(), windows);
  const { email, sub } = await addAccount();
  const phone = await signIn(email, iPhone);
  const act = async (method: 'POST' | 'DELETE', path: string, who = sub) =>
    await request(method, `/staff/members/${who}/${path}`, staff.IdToken, { reason: '端末の紛失' });
  expect((await act('DELETE', 'totp')).status).toBe(404);
  await turnTotpOn(sub);
  expect((await request('GET', `/staff/members/${sub}`, staff.IdToken)).body).toMatchObject({
    account: { devices: 1, totpEnabled: true, holdsRole: false },
  });
  mails.length = 0;
  expect((await act('POST', 'sign-out')).status).toBe(204);
  expect((await request('GET', '/my/devices', phone.IdToken)).status).toBe(401);
  expect((await act('DELETE', 'totp')).status).toBe(204);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [email, '【TANREN】ログアウトのお知らせ'],
    [email, '【TANREN】認証アプリ解除のお知らせ'],
  ]);
  const again = await signIn(email, iPhone);
  expect((await request('GET', '/my/authentication-events', again.IdToken)).body).toMatchObject({
    items: [
      { operation: 'sign-in' },
      { operation: 'ended-by-staff' },
      { operation: 'totp-removed-by-staff' },
      { operation: 'ended-by-staff' },
      { operation: 'sign-in' },
    ],
  });
  const log = await request('GET', '/staff/audit-log', staff.IdToken);
  expect(log.body).toMatchObject({
    items: [
      { action: 'member.totp-remove', reason: '端末の紛失' },
      { action: 'member.sign-out', reason: '端末の紛失' },
      { action: 'member.view' },
    ],
  });
  const own = String(decodeJwt(staff.IdToken).sub);
  expect((await act('POST', 'sign-out', own)).body).toMatchObject({ code: 'own_account' });
  expect((await act('POST', 'sign-out', randomUUID())).status).toBe(404);

  mails.length = 0;
  expect(
    (await request('DELETE', `/staff/members/${sub}`, staff.IdToken, { reason: '退会' })).status,
  ).toBe(200);
  expect(mails).toMatchObject([{ to: email, subject: '【TANREN】アカウント削除のお知らせ' }]);
  passMinutes(11);
  expect((await act('POST', 'sign-out')).body).toMatchObject({
    code: 'recent_authentication_required',
  });
});

test.each(['staff', 'trainer'])(
  'staff see whether a member of the group %s has a role',
  async (group) => {
    const staff = await signIn(await addDemoStaff(), windows);
    const { sub } = await addAccount();
    const path = `/staff/members/${sub}`;
    const account = { devices: 0, totpEnabled: false };
    const readAccount = async () => (await request('GET', path, staff.IdToken)).body;
    expect(await readAccount()).toMatchObject({ account: { ...account, holdsRole: false } });
    await setUserGroups(db, sub, ['member', group]);
    expect(await readAccount()).toMatchObject({ account: { ...account, holdsRole: true } });
  },
);

/** Opens another node with a single connection. Its mails record which sign-ins had ended. */
async function openNarrowNode() {
  const narrow = openDatabase(url, { poolSize: 1 });
  onTestFinished(() => closeDatabase(narrow));
  const endedAtMail: string[][] = [];
  const recorder = {
    send: async () => {
      const ended = 'select origin_jti from user_pool_sessions where revoked_at is not null';
      const rows = await sql<{ origin_jti: string }>(url, ended);
      endedAtMail.push(rows.map((row) => row.origin_jti));
    },
  };
  const parts = await openIdentity(config, narrow, recorder, now);
  const given = { config, db: narrow, now, mailer: recorder, modules: productModules };
  const node = await buildTestApp({ ...given, ...parts });
  const send = async (token: string, method: 'POST' | 'DELETE', path: string, payload?: object) => {
    const headers = { ...bearer(token), 'idempotency-key': `"${randomUUID()}"` };
    const sent = payload === undefined ? {} : { payload };
    const twice = { method, url: `/api${path}`, headers, ...sent };
    return [await node.inject(twice), await node.inject(twice)].map((each) => each.statusCode);
  };
  return { endedAtMail, send };
}

test('keyed calls to the user pool use one connection, and mail once, after the commit', async () => {
  const { endedAtMail, send } = await openNarrowNode();
  const { email } = await addAccount();
  const [phone, tablet, desk] = [
    await signIn(email, iPhone),
    await signIn(email, iPhone),
    await signIn(email, windows),
  ];
  const { IdToken, AccessToken: accessToken } = desk;
  expect(await send(IdToken, 'POST', '/native-sessions', { accessToken })).toEqual([201, 201]);
  expect(await send(IdToken, 'DELETE', `/my/devices/${phone.deviceId}`)).toEqual([204, 204]);
  expect(endedAtMail).toEqual([expect.arrayContaining([phone.deviceId])]);
  expect(await send(IdToken, 'DELETE', '/my/devices')).toEqual([200, 200]);
  expect(endedAtMail[1]).toContain(tablet.deviceId);
  expect(endedAtMail).toHaveLength(2);
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { userPoolSignUps } from '#schema/users.ts';
import { callPoolFrom, readCookies, type PoolAnswer } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { deleteSignUps, insertSignUp, maxSignUps } from './sign-up-codes.ts';

/*
 * The code that was mailed for a sign-up gives the account the password of that sign-up, even when
 * another person has signed up with the same address before or after.
 */
const pool = await startTestPool();
const ClientId = pool.options.clientId;
const member = { network: '192.0.2.1', password: 'hotaru 4417' };
const stranger = { network: '198.51.100.7', password: 'tsubame 9920' };

let counter = 0;
let email = '';
beforeEach(() => {
  counter += 1;
  email = `futari${counter}@example.com`;
});

type Cookies = { readonly cookie?: string };
const request = async (network: string, target: string, body: object, cookies: Cookies = {}) =>
  await callPoolFrom(pool.app, network, target, { ClientId, ...body }, cookies);
const signUp = async ({ network, password }: typeof member, cookies: Cookies = {}) => {
  const answer = await request(network, 'SignUp', { Username: email, Password: password }, cookies);
  expect(answer.status).toBe(200);
  return { code: pool.readCode(email), cookies: readCookies(answer), answer };
};
const confirm = async (ConfirmationCode: string, network: string, cookies: Cookies = {}) =>
  await request(network, 'ConfirmSignUp', { Username: email, ConfirmationCode }, cookies);
const opens = async ({ network, password: PASSWORD }: typeof member) => {
  const AuthParameters = { USERNAME: email, PASSWORD };
  const flow = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters };
  return (await request(network, 'InitiateAuth', flow)).status === 200;
};
const typeOf = ({ body }: PoolAnswer) => body['__type'];

test('the first code confirms the first password, whoever has signed up since', async () => {
  const first = await signUp(member);
  const second = await signUp(stranger);
  expect(second.answer.body['UserSub']).toBe(first.answer.body['UserSub']);
  expect((await confirm(first.code, member.network)).status).toBe(200);
  expect([await opens(member), await opens(stranger)]).toEqual([true, false]);
  expect(typeOf(await confirm(second.code, stranger.network))).not.toBeUndefined();
  expect([await opens(member), await opens(stranger)]).toEqual([true, false]);
});

// spec 8.14
test('no sign-in is possible before the code was entered', async () => {
  await signUp(member);
  const AuthParameters = { USERNAME: email, PASSWORD: member.password };
  const flow = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters };
  expect(typeOf(await request(member.network, 'InitiateAuth', flow))).toBe(
    'UserNotConfirmedException',
  );
});

test('a mail contains the time of its sign-up, also when it is sent again', async () => {
  const { cookies } = await signUp(member);
  const times = () =>
    pool.mails
      .filter(({ to }) => to === email)
      .map(({ text }) => /ご登録の受付：(\d+月\d+日\(.\) \d+:\d\d)$/m.exec(text)?.[1]);
  pool.wait(3600);
  await request(member.network, 'ResendConfirmationCode', { Username: email }, cookies);
  await expect.poll(() => times().length).toBe(2);
  expect(times()[0]).toMatch(/日/);
  expect(times()[1]).toBe(times()[0]);
});

test('the second code confirms the second password', async () => {
  await signUp(stranger);
  const { code } = await signUp(member);
  expect((await confirm(code, member.network)).status).toBe(200);
  expect([await opens(member), await opens(stranger)]).toEqual([true, false]);
});

test('the browser that signed up rejects a code of another sign-up', async () => {
  const own = await signUp(member);
  const other = await signUp(stranger);
  const mistaken = await confirm(other.code, member.network, own.cookies);
  expect(typeOf(mistaken)).toBe('CodeMismatchException');
  expect((await confirm(own.code, member.network, own.cookies)).status).toBe(200);
  expect([await opens(member), await opens(stranger)]).toEqual([true, false]);
});

test.each(['by its cookie', 'by its network'])(
  'a repeated code belongs to the sign-up of the caller, known %s',
  async (how) => {
    const own = await signUp(member);
    await signUp(stranger);
    const cookies = how === 'by its cookie' ? own.cookies : {};
    const from = how === 'by its cookie' ? '192.0.2.99' : member.network;
    const mails = pool.mails.length;
    await request(from, 'ResendConfirmationCode', { Username: email }, cookies);
    await expect.poll(() => pool.mails.length).toBe(mails + 1);
    expect((await confirm(pool.readCode(email), from, cookies)).status).toBe(200);
    expect([await opens(member), await opens(stranger)]).toEqual([true, false]);
  },
);

test('a repeated code replaces the one before', async () => {
  const { code, cookies } = await signUp(member);
  await request(member.network, 'ResendConfirmationCode', { Username: email }, cookies);
  await expect.poll(() => pool.readCode(email)).not.toBe(code);
  expect(typeOf(await confirm(code, member.network))).toBe('CodeMismatchException');
  expect((await confirm(pool.readCode(email), member.network)).status).toBe(200);
});

test('an interrupted sign-up can still be sent its code', async () => {
  const { answer } = await signUp(member);
  await deleteSignUps(pool.db, String(answer.body['UserSub']));
  const mails = pool.mails.length;
  await request(member.network, 'ResendConfirmationCode', { Username: email });
  await expect.poll(() => pool.mails.length).toBe(mails + 1);
  expect((await confirm(pool.readCode(email), member.network)).status).toBe(200);
  expect(await opens(member)).toBe(true);
});

test('the same password from the same client is the same sign-up', async () => {
  const { code } = await signUp(member);
  const again = await signUp(member);
  expect(typeOf(await confirm(code, member.network))).toBe('CodeMismatchException');
  expect((await confirm(again.code, member.network)).status).toBe(200);
});

test('an attempt at several sign-ups counts for each of them', async () => {
  const limits = { codesPerAccount: { max: 6, seconds: 3600 } };
  const { db, keys } = pool.options;
  const strict = await startTestPool({ db, keys, limits });
  const guess = async () =>
    typeOf(
      await callPoolFrom(strict.app, '203.0.113.5', 'ConfirmSignUp', {
        ClientId,
        Username: email,
        ConfirmationCode: '12345x',
      }),
    );
  for (const password of ['suzume 1', 'suzume 22', 'suzume 333']) {
    await signUp({ network: stranger.network, password: `${password} kamome` });
  }
  expect([await guess(), await guess(), await guess()]).toEqual([
    'CodeMismatchException',
    'CodeMismatchException',
    'LimitExceededException',
  ]);
});

test('a code of an older sign-up does not undo a reset password', async () => {
  const { code } = await signUp(stranger);
  await request(member.network, 'ForgotPassword', { Username: email });
  await expect.poll(() => pool.readCode(email)).not.toBe(code);
  const Password = member.password;
  const reset = { Username: email, ConfirmationCode: pool.readCode(email), Password };
  expect((await request(member.network, 'ConfirmForgotPassword', reset)).status).toBe(200);
  expect((await confirm(code, stranger.network)).status).toBe(400);
  expect([await opens(member), await opens(stranger)]).toEqual([true, false]);
});

test('limits the sign-ups of one address, and deletes them with it', async () => {
  const { answer, code, cookies } = await signUp(member);
  const sub = String(answer.body['UserSub']);
  const none = Buffer.alloc(1);
  for (let index = 1; index < maxSignUps + 5; index += 1) {
    pool.wait(1);
    const times = { createdAt: pool.options.now(), expiresAt: pool.options.now() };
    const row = { id: randomUUID(), sub, credential: none, attributes: {}, codeHash: none };
    await insertSignUp(pool.db, { ...row, client: none, ...times });
  }
  const count = async () => await pool.db.$count(userPoolSignUps, eq(userPoolSignUps.sub, sub));
  expect(await count()).toBe(maxSignUps);
  expect(typeOf(await confirm(code, member.network, cookies))).toBe('CodeMismatchException');
  // The browser does not get another person's sign-up instead.
  const mails = pool.mails.length;
  await request(member.network, 'ResendConfirmationCode', { Username: email }, cookies);
  pool.wait(1);
  const { code: last } = await signUp(member, cookies);
  expect(pool.mails.length).toBe(mails + 1);
  expect((await confirm(last, member.network)).status).toBe(200);
  expect(await count()).toBe(0);
});

import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PoolTransaction } from '#pool/pool-context.ts';
import { userPoolCodes } from '#schema/codes.ts';
import { codeKey } from '#codes/mailed-codes.ts';
import { putCode } from '#codes/codes.store.ts';
import { keyedHash } from '#crypto/secrets.ts';
import { createPoolContext } from '#user-pool.ts';
import { callPool, enterPassword, readTokens, type PoolAnswer } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';

const erased: string[] = [];
let eraseFails = false;
const pool = await startTestPool({
  onUserDeleted: async (tx: PoolTransaction, sub: string) => {
    erased.push(sub);
    await tx.execute(sql`select 1`);
    if (eraseFails) throw new Error('The reservations could not be released');
  },
});
const { endpoint } = pool;
const ClientId = pool.options.clientId;
const password = 'shiitake88';

const call = async (target: string, body: object) =>
  await callPool(endpoint, target, { ClientId, ...body });
const signUp = async (Username: string, Password = password) =>
  await call('SignUp', { Username, Password, UserAttributes: [] });
const confirm = async (Username: string, ConfirmationCode: string) =>
  await call('ConfirmSignUp', { Username, ConfirmationCode });
const signIn = async (name: string, typed = password) => await enterPassword(endpoint, name, typed);
const typeOf = ({ body }: PoolAnswer) => body['__type'];

let counter = 0;
let email = '';
beforeEach(() => {
  counter += 1;
  email = `kinoko${counter}@example.com`;
});

const wrongFor = (code: string) => (code === '12345678' ? '87654321' : '12345678');

describe('signing up', () => {
  // spec 8.16
  test('is confirmed once, and a second click changes nothing', async () => {
    await signUp(email);
    const code = pool.readCode(email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(email, code)));
    const again = answers.filter(({ status }) => status !== 200);
    expect(again).toHaveLength(3);
    for (const { body } of [...again, await confirm(email, code)]) {
      expect(body).toEqual({
        __type: 'NotAuthorizedException',
        message: 'User cannot be confirmed. Current status is CONFIRMED',
      });
    }
    // Only a caller with the right code learns that the account is confirmed.
    expect(typeOf(await confirm(email, wrongFor(code)))).toBe('ExpiredCodeException');
    expect((await signIn(email)).status).toBe(200);
    pool.wait(601);
    expect(typeOf(await confirm(email, code))).toBe('ExpiredCodeException');
  });

  // spec 8.20
  test('rejects an address that is already confirmed', async () => {
    await signUp(email);
    await confirm(email, pool.readCode(email));
    expect(await signUp(email.toUpperCase())).toMatchObject({
      status: 400,
      body: { __type: 'UsernameExistsException' },
    });
  });

  test('twice at the same moment creates one account', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body['UserSub'])).size).toBe(1);
  });

  test('rejects a password that contains the address, and an invalid address', async () => {
    expect(typeOf(await signUp(email, `x${email.split('@')[0] ?? ''}9`))).toBe(
      'InvalidPasswordException',
    );
    for (const name of ['hanako', 'a@b', 'a b@example.com', 'ü@example.com', '@example.com']) {
      expect(typeOf(await signUp(name))).toBe('InvalidParameterException');
    }
  });

  test('reports that the mail cannot be sent, and can be repeated', async () => {
    const broken = await startTestPool({
      sendMail: async () => await Promise.reject(new Error('no mail today')),
    });
    const answer = await callPool(broken.endpoint, 'SignUp', {
      ClientId,
      Username: email,
      Password: password,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { __type: 'CodeDeliveryFailureException' },
    });
  });
});

describe('codes', () => {
  const reset = async (ConfirmationCode: string) =>
    await call('ConfirmForgotPassword', {
      Username: email,
      ConfirmationCode,
      Password: 'matsutake99',
    });

  test('have eight digits, in one piece to copy', async () => {
    await signUp(email);
    await confirm(email, pool.readCode(email));
    await call('ForgotPassword', { Username: email });
    await expect.poll(() => pool.mails.filter(({ to }) => to === email)).toHaveLength(2);
    const { AccessToken } = readTokens(await signIn(email));
    const UserAttributes = [{ Name: 'email', Value: `new-${email}` }];
    await call('UpdateUserAttributes', { AccessToken, UserAttributes });
    const texts = pool.mails.filter(({ to }) => to.endsWith(email)).map(({ text }) => text);
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text).toMatch(/^確認コード：\d{8}$/m);
    }
  });

  test('are accepted in full-width digits, with spaces or hyphens', async () => {
    await signUp(email);
    const typed = pool.readCode(email).replace(/^(....)/, ' $1－');
    const fullWidth = (text: string) =>
      text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect((await confirm(email, fullWidth(typed))).status).toBe(200);
    await call('ForgotPassword', { Username: email });
    await expect.poll(() => pool.mails.filter(({ to }) => to === email)).toHaveLength(2);
    const code = pool.readCode(email);
    expect((await reset(code.replace(/^(....)/, '$1\u3000'))).status).toBe(200);
    // A repeated call with the plain digits is recognized too.
    expect((await reset(code)).status).toBe(200);
  });

  // spec 8.15
  test('that are too short or too long count as wrong, and the right one still works', async () => {
    await signUp(email);
    const code = pool.readCode(email);
    for (const wrong of [code.slice(0, 6), code.slice(0, 7), `${code}0`, ' - ']) {
      expect(typeOf(await confirm(email, wrong))).toBe('CodeMismatchException');
    }
    expect((await confirm(email, code)).status).toBe(200);
  });

  test('of six digits, mailed before codes became longer, work until they expire', async () => {
    const sub = await pool.addUser({ email, password });
    const context = createPoolContext(pool.options);
    const key = codeKey(context, 'reset-password', sub);
    const parts = ['code', key.purpose, key.subject.toString('hex'), '012345'];
    await putCode(pool.db, key, {
      codeHash: keyedHash(context.secrets.code, ...parts),
      expiresAt: new Date(pool.options.now().getTime() + 1000),
      newEmail: null,
      older: [],
    });
    expect((await reset('012345')).status).toBe(200);
  });

  test('allow five attempts', async () => {
    await signUp(email);
    const code = pool.readCode(email);
    for (let index = 0; index < 5; index += 1) {
      expect(typeOf(await confirm(email, wrongFor(code)))).toBe('CodeMismatchException');
    }
    expect(typeOf(await confirm(email, code))).toBe('ExpiredCodeException');
    await call('ResendConfirmationCode', { Username: email });
    await expect.poll(async () => (await confirm(email, pool.readCode(email))).status).toBe(200);
  });

  test('allow five attempts even at the same moment', async () => {
    await signUp(email);
    const wrong = wrongFor(pool.readCode(email));
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(email, wrong)));
    expect(answers.filter((answer) => typeOf(answer) === 'CodeMismatchException')).toHaveLength(5);
  });

  test('of a sign-up last a day, of a reset an hour', async () => {
    await signUp(email);
    pool.wait(24 * 3600);
    expect(typeOf(await confirm(email, pool.readCode(email)))).toBe('ExpiredCodeException');
    await call('ForgotPassword', { Username: email });
    pool.wait(3600);
    expect(
      typeOf(
        await call('ConfirmForgotPassword', {
          Username: email,
          ConfirmationCode: pool.readCode(email),
          Password: 'matsutake99',
        }),
      ),
    ).toBe('ExpiredCodeException');
  });

  test('work for one purpose only', async () => {
    await signUp(email);
    const code = pool.readCode(email);
    const answer = await call('ConfirmForgotPassword', {
      Username: email,
      ConfirmationCode: code,
      Password: 'matsutake99',
    });
    expect(typeOf(answer)).toBe('ExpiredCodeException');
  });
});

describe('resetting a password', () => {
  const reset = async (Username: string, ConfirmationCode: string, Password = 'matsutake99') =>
    await call('ConfirmForgotPassword', { Username, ConfirmationCode, Password });

  test('ends every sign-in, unlocks the account and can be repeated', async () => {
    await pool.addUser({ email, password });
    const tokens = readTokens(await signIn(email));
    for (let index = 0; index < 6; index += 1) await signIn(email, 'wrong1234');
    await call('ForgotPassword', { Username: email });
    const code = pool.readCode(email);
    expect(typeOf(await reset(email, code, 'kush1'))).toBe('InvalidPasswordException');
    const clicks = await Promise.all([reset(email, code), reset(email, code), reset(email, code)]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await reset(email, code)).status).toBe(200);
    expect(typeOf(await reset(email, code, 'different12'))).toBe('ExpiredCodeException');
    await expect(pool.verifyIdToken(tokens.IdToken)).rejects.toThrow('revoked');
    expect((await signIn(email, 'matsutake99')).status).toBe(200);
  });

  test('confirms an unconfirmed address, because the mail proves it', async () => {
    await signUp(email, 'stranger12');
    await call('ForgotPassword', { Username: email });
    expect((await reset(email, pool.readCode(email))).status).toBe(200);
    expect((await signIn(email, 'matsutake99')).status).toBe(200);
    expect(typeOf(await signIn(email, 'stranger12'))).toBe('NotAuthorizedException');
  });

  test('answers the same for known and unknown addresses', async () => {
    await pool.addUser({ email, password });
    const seen = [];
    for (const username of [email, `k${email}`]) {
      const steps = [await reset(username, '00000000')];
      steps.push(await call('ResendConfirmationCode', { Username: username }));
      steps.push(await confirm(username, '12345x'));
      steps.push(await call('ForgotPassword', { Username: username }));
      for (let index = 0; index < 6; index += 1) steps.push(await reset(username, '12345x'));
      seen.push(steps.map(({ status, body }) => ({ status, body })));
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.at(3)).toEqual({
      status: 200,
      body: {
        CodeDeliveryDetails: {
          AttributeName: 'email',
          DeliveryMedium: 'EMAIL',
          Destination: 'k***@e***',
        },
      },
    });
    expect(pool.mails.filter(({ to }) => to === `k${email}`)).toEqual([]);
  });
});

describe('limits', () => {
  // spec 8.18
  test('apply to mails per address, and end with their window', async () => {
    const limits = { mailsPerAddress: { max: 3, seconds: 900 } };
    const strict = await startTestPool({ limits });
    const request = async (Username: string) =>
      await callPool(strict.endpoint, 'ForgotPassword', { ClientId, Username });
    await strict.addUser({ email, password });
    for (const username of [email, 'nobody@example.com']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => request(username)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(typeOf(await request(username))).toBe('LimitExceededException');
    }
    await expect.poll(() => strict.mails.length).toBe(3);
    strict.wait(900);
    expect((await request(email)).status).toBe(200);
  });

  // spec 8.19
  test('apply to mails, sign-ins and codes per client', async () => {
    const one = { max: 1, seconds: 900 };
    const strict = await startTestPool({
      limits: { mailsPerClient: one, signInsPerClient: one, codesPerClient: one },
    });
    const request = async (target: string, body: object) =>
      typeOf(await callPool(strict.endpoint, target, { ClientId, ...body }));
    const initiate = {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'a@example.com', PASSWORD: 'x' },
    };
    expect(await request('ForgotPassword', { Username: 'a@example.com' })).toBeUndefined();
    expect(await request('ForgotPassword', { Username: 'b@example.com' })).toBe(
      'LimitExceededException',
    );
    expect(await request('InitiateAuth', initiate)).toBe('NotAuthorizedException');
    expect(await request('InitiateAuth', initiate)).toBe('TooManyRequestsException');
    const code = { Username: 'a@example.com', ConfirmationCode: '1' };
    expect(await request('ConfirmSignUp', code)).toBe('ExpiredCodeException');
    expect(await request('ConfirmSignUp', code)).toBe('LimitExceededException');
  });
});

describe('a new address', () => {
  const request = async (AccessToken: string, Value: string) =>
    await call('UpdateUserAttributes', {
      AccessToken,
      UserAttributes: [{ Name: 'email', Value }],
    });
  const verify = async (AccessToken: string, Code: string) =>
    await call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code });

  test('counts only after its code, and the old address gets a mail', async () => {
    await pool.addUser({ email, password });
    const { AccessToken, IdToken } = readTokens(await signIn(email));
    const next = `new-${email}`;
    expect((await request(AccessToken, next.toUpperCase())).body).toEqual({
      CodeDeliveryDetailsList: [
        { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'n***@e***' },
      ],
    });
    expect((await pool.verifyIdToken(IdToken)).email).toBe(email);
    const code = pool.readCode(next);
    expect(typeOf(await verify(AccessToken, wrongFor(code)))).toBe('CodeMismatchException');
    await call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' });
    expect((await verify(AccessToken, pool.readCode(next))).status).toBe(200);
    expect((await verify(AccessToken, pool.readCode(next))).status).toBe(200);
    expect((await pool.verifyIdToken(IdToken)).email).toBe(next);
    expect((await signIn(next)).status).toBe(200);
    expect(typeOf(await signIn(email))).toBe('NotAuthorizedException');
    expect(pool.mails.at(-1)).toMatchObject({
      to: email,
      subject: '【TANREN】メールアドレス変更のお知らせ',
    });
  });

  test('that another member has is rejected, only at the end', async () => {
    await pool.addUser({ email, password });
    await pool.addUser({ email: `taken-${email}`, password });
    const { AccessToken } = readTokens(await signIn(email));
    expect((await request(AccessToken, `taken-${email}`)).status).toBe(200);
    const answer = await verify(AccessToken, pool.readCode(`taken-${email}`));
    expect(typeOf(answer)).toBe('AliasExistsException');
  });

  test('can be taken from a sign-up that was never confirmed', async () => {
    await pool.addUser({ email, password });
    await signUp(`squat-${email}`);
    const { AccessToken } = readTokens(await signIn(email));
    await request(AccessToken, `squat-${email}`);
    expect((await verify(AccessToken, pool.readCode(`squat-${email}`))).status).toBe(200);
  });

  test('cannot be given to two members at the same moment', async () => {
    const wanted = `wanted-${email}`;
    const verifications = [];
    for (const name of [`a-${email}`, `b-${email}`]) {
      await pool.addUser({ email: name, password });
      const { AccessToken } = readTokens(await signIn(name));
      await request(AccessToken, wanted);
      const code = pool.readCode(wanted);
      verifications.push(async () => await verify(AccessToken, code));
    }
    const answers = await Promise.all(verifications.map((run) => run()));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('stores and returns other attributes, and rejects attributes that users may not write', async () => {
    await pool.addUser({ email, password });
    const { AccessToken } = readTokens(await signIn(email));
    const write = async (Name: string, Value: string) =>
      await call('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] });
    expect((await write('name', '山田 花子')).body).toEqual({ CodeDeliveryDetailsList: [] });
    const { body } = await call('GetUser', { AccessToken });
    expect(body['UserAttributes']).toContainEqual({ Name: 'name', Value: '山田 花子' });
    expect(typeOf(await write('email_verified', 'true'))).toBe('NotAuthorizedException');
    expect(typeOf(await write('custom:role', 'staff'))).toBe('InvalidParameterException');
    expect(typeOf(await write('name', 'a\u0000b'))).toBe('InvalidParameterException');
    expect(typeOf(await write('name', '\ud800'))).toBe('InvalidParameterException');
  });
});

describe('deleting an account', () => {
  test('erases everything or nothing', async () => {
    const sub = await pool.addUser({ email, password });
    const { AccessToken, IdToken, RefreshToken } = readTokens(await signIn(email));
    await call('UpdateUserAttributes', {
      AccessToken,
      UserAttributes: [{ Name: 'email', Value: `next-${email}` }],
    });
    eraseFails = true;
    expect(await call('DeleteUser', { AccessToken })).toMatchObject({
      status: 500,
      body: { __type: 'InternalErrorException' },
    });
    expect(await pool.verifyIdToken(IdToken)).toMatchObject({ sub });
    eraseFails = false;
    expect((await call('DeleteUser', { AccessToken })).status).toBe(200);
    expect(erased).toEqual([sub, sub]);
    const left = await pool.db.select().from(userPoolCodes);
    expect(left.filter(({ newEmail }) => newEmail === `next-${email}`)).toEqual([]);
    await expect(pool.verifyIdToken(IdToken)).rejects.toThrow('revoked');
    expect((await call('RevokeToken', { Token: RefreshToken })).status).toBe(200);
    expect(typeOf(await signIn(email))).toBe('NotAuthorizedException');
    expect((await signUp(email)).status).toBe(200);
  });
});

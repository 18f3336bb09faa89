import {
  confirmSignIn,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { setUserGroups } from '#administration.ts';
import { toBase32 } from '#crypto/secrets.ts';
import { userPoolUsers } from '#schema/users.ts';
import {
  byPassword,
  configureAmplify,
  createDevice,
  pickUpDevice,
} from '#testing/amplify-client.ts';
import { callPool, enterPassword, fromBase32, readTokens } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { matchTotp, totpCode, totpStep } from './totp.ts';

const pool = await startTestPool();
const ClientId = pool.options.clientId;
const password = 'sukiyaki55';

const codeNow = (secret: string, steps = 0) =>
  totpCode(fromBase32(secret), totpStep(pool.options.now()) + steps);

describe('time codes', () => {
  // The codes are from RFC 6238, appendix B: the last six digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s is %s', (seconds, code) => {
    const secret = Buffer.from('12345678901234567890');
    expect(totpCode(secret, totpStep(new Date(seconds * 1000)))).toBe(code);
  });

  test('are accepted one step early or late, and no more', () => {
    const secret = Buffer.from('12345678901234567890');
    const now = new Date(1_234_567_890_000);
    const step = totpStep(now);
    const matches = [-2, -1, 0, 1, 2].map((offset) =>
      matchTotp(secret, totpCode(secret, step + offset), now),
    );
    expect(matches).toEqual([null, step - 1, step, step + 1, null]);
  });

  test('writes secrets as authenticator apps read them', () => {
    expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    const secret = Buffer.from('00ff10', 'hex');
    expect(fromBase32(toBase32(secret))).toEqual(secret);
  });
});

test('the real client sets it up, signs in with it and removes it', async () => {
  configureAmplify(pool);
  pickUpDevice(createDevice());
  const username = 'niku@example.com';
  await pool.addUser({ email: username, password });
  await signIn({ username, password, options: byPassword });
  const details = await setUpTOTP();
  expect(details.getSetupUri('TANREN', username).href).toContain(details.sharedSecret);
  await expect(verifyTOTPSetup({ code: '12345x' })).rejects.toMatchObject({
    name: 'EnableSoftwareTokenMFAException',
  });
  await verifyTOTPSetup({ code: codeNow(details.sharedSecret) });
  await updateMFAPreference({ totp: 'PREFERRED' });
  expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
  await signOut();

  const challenge = await signIn({ username, password });
  expect(challenge.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
  // The code that finished the setup is already used.
  await expect(
    confirmSignIn({ challengeResponse: codeNow(details.sharedSecret) }),
  ).rejects.toMatchObject({ name: 'CodeMismatchException' });
  const finished = await confirmSignIn({ challengeResponse: codeNow(details.sharedSecret, 1) });
  expect(finished.isSignedIn).toBe(true);
  await updateMFAPreference({ totp: 'DISABLED' });
  await signOut();
  const plain = await signIn({ username, password, options: byPassword });
  expect(plain.isSignedIn).toBe(true);
});

describe('the second factor', () => {
  async function enroll(email: string) {
    await pool.addUser({ email, password });
    const call = async (target: string, body: object) =>
      await callPool(pool.endpoint, target, { ClientId, ...body });
    const enter = async () => await enterPassword(pool.endpoint, email, password);
    const { AccessToken } = readTokens(await enter());
    const settings = { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } };
    const early = await call('SetUserMFAPreference', settings);
    expect(early.body['__type']).toBe('InvalidParameterException');
    const { body } = await call('AssociateSoftwareToken', { AccessToken });
    const secret = String(body['SecretCode']);
    await call('VerifySoftwareToken', { AccessToken, UserCode: codeNow(secret, -1) });
    expect((await call('SetUserMFAPreference', settings)).status).toBe(200);
    const request = async () => (await enter()).body;
    const answer = async (Session: unknown, code: string, USERNAME = email) =>
      await call('RespondToAuthChallenge', {
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE: code },
        Session,
      });
    return { secret, request, answer };
  }

  test('is checked for the user of the session, by address or id', async () => {
    const { secret, request, answer } = await enroll('whose@example.com');
    const other = await pool.addUser({ email: 'another@example.com', password });
    const { Session } = await request();
    for (const name of ['another@example.com', other, 'nobody@example.com']) {
      expect(await answer(Session, codeNow(secret), name)).toMatchObject({
        status: 400,
        body: { __type: 'NotAuthorizedException' },
      });
    }
    expect((await answer(Session, codeNow(secret), 'Whose@Example.com')).status).toBe(200);
  });

  test('accepts each code once, also for two simultaneous sign-ins', async () => {
    const { secret, request, answer } = await enroll('once@example.com');
    const sessions = [await request(), await request(), await request()];
    expect(sessions[0]).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
    const answers = await Promise.all(
      sessions.map(async (body) => await answer(body['Session'], codeNow(secret))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const older = await answer((await request())['Session'], codeNow(secret, -1));
    expect(older.body['__type']).toBe('CodeMismatchException');
  });

  test('keeps the session after a wrong code, and ends it after the right one', async () => {
    const { secret, request, answer } = await enroll('again@example.com');
    const { Session } = await request();
    expect((await answer(Session, '12345x')).body['__type']).toBe('CodeMismatchException');
    expect(readTokens(await answer(Session, codeNow(secret))).IdToken).not.toBe('');
    expect((await answer(Session, codeNow(secret, 1))).body).toMatchObject({
      __type: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    });
  });

  test('locks after five wrong codes', async () => {
    const { secret, request, answer } = await enroll('guess@example.com');
    const { Session } = await request();
    const guesses = await Promise.all(Array.from({ length: 12 }, () => answer(Session, '12345x')));
    const wrong = guesses.filter(({ body }) => body['__type'] === 'CodeMismatchException');
    expect(wrong).toHaveLength(5);
    expect((await answer(Session, codeNow(secret))).body['__type']).toBe('LimitExceededException');
    pool.wait(1);
    expect((await answer(Session, codeNow(secret))).status).toBe(200);
  });

  test('rejects a session that is old or of another challenge', async () => {
    const { secret, request, answer } = await enroll('old@example.com');
    const { Session } = await request();
    pool.wait(181);
    expect((await answer(Session, codeNow(secret))).body['__type']).toBe('NotAuthorizedException');
    const { body } = await callPool(pool.endpoint, 'InitiateAuth', {
      ClientId,
      AuthFlow: 'CUSTOM_AUTH',
      AuthParameters: { USERNAME: 'old@example.com' },
    });
    expect((await answer(body['Session'], codeNow(secret))).body['__type']).toBe(
      'NotAuthorizedException',
    );
    expect((await answer(undefined, codeNow(secret))).body['__type']).toBe(
      'NotAuthorizedException',
    );
  });
});

/* Tests of accounts that can see other people's data. */

const dutyPool = await startTestPool({ mustUseTotp: ({ groups }) => groups.includes('staff') });
const hours = 3600;

const signInByPassword = async (email: string) =>
  readTokens(await enterPassword(dutyPool.endpoint, email, password));

const refresh = async (RefreshToken: string) =>
  await callPool(dutyPool.endpoint, 'GetTokensFromRefreshToken', { ClientId, RefreshToken });

test('tokens and identity show that the app is missing, until it is in use', async () => {
  const email = 'shokuin@example.com';
  const sub = await dutyPool.addUser({ email, password, groups: ['staff'] });
  await dutyPool.addUser({ email: 'kaiin@example.com', password, groups: ['member'] });
  const member = await signInByPassword('kaiin@example.com');
  expect(decodeJwt(member.IdToken)['custom:totp_required']).toBeUndefined();
  expect(await dutyPool.verifyIdToken(member.IdToken)).toMatchObject({ totpMissing: false });

  const staff = await signInByPassword(email);
  expect(decodeJwt(staff.IdToken)['custom:totp_required']).toBe('true');
  expect(await dutyPool.verifyIdToken(staff.IdToken)).toMatchObject({ totpMissing: true });
  await dutyPool.db
    .update(userPoolUsers)
    .set({ totpEnabled: true })
    .where(eq(userPoolUsers.sub, sub));
  expect(await dutyPool.verifyIdToken(staff.IdToken)).toMatchObject({ totpMissing: false });
  const renewed = readTokens(await refresh(staff.RefreshToken));
  expect(decodeJwt(renewed.IdToken)['custom:totp_required']).toBeUndefined();
});

test('such a sign-in lasts 12 hours, also for a member appointed since', async () => {
  const emails = ['hayaban@example.com', 'osoban@example.com', 'ippan@example.com'] as const;
  const named = await dutyPool.addUser({ email: emails[0], password, groups: ['staff'] });
  const later = await dutyPool.addUser({ email: emails[1], password });
  await dutyPool.addUser({ email: emails[2], password });
  let tokens = [
    await signInByPassword(emails[0]),
    await signInByPassword(emails[1]),
    await signInByPassword(emails[2]),
  ];
  await setUserGroups(dutyPool.db, later, ['staff']);
  dutyPool.wait(11 * hours + 3000);
  tokens = await Promise.all(
    tokens.map(async ({ RefreshToken }) => readTokens(await refresh(RefreshToken))),
  );
  const [first] = tokens;
  dutyPool.wait(700);
  const answers = await Promise.all(tokens.map(({ RefreshToken }) => refresh(RefreshToken)));
  const expired = { status: 400, body: { message: 'Refresh Token has expired' } };
  expect(answers).toMatchObject([expired, expired, { status: 200 }]);
  // A token that was issued shortly before lasts no longer than the sign-in.
  await expect(dutyPool.verifyIdToken(first?.IdToken ?? '')).rejects.toThrow('expired');
  expect(named).not.toBe(later);
});

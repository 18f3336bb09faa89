import {
  confirmSignIn,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { beforeEach, expect, test } from 'vitest';
import { setUserGroups } from '#administration.ts';
import {
  byPassword,
  configureAmplify,
  createDevice,
  pickUpDevice,
} from '#testing/amplify-client.ts';
import { fromBase32 } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { totpCode, totpStep } from '#totp/totp.ts';

/** The pool has the default limits, so codes and mails are counted. */
const pool = await startTestPool({
  limits: {},
  mustUseTotp: ({ groups }) => groups.includes('staff'),
});
const password = 'sukiyaki55';
let members = 0;
let username = '';
let sub = '';

/** Each test has a member whose only second factor is a mailed code. */
beforeEach(async () => {
  configureAmplify(pool);
  pickUpDevice(createDevice());
  username = `tegami-${(members += 1)}@example.com`;
  sub = await pool.addUser({ email: username, password });
  await enterPassword();
  await updateMFAPreference({ email: 'PREFERRED' });
});

const enterPassword = async () => await signIn({ username, password, options: byPassword });
const enter = async (challengeResponse: string) => await confirmSignIn({ challengeResponse });

async function startApp(): Promise<string> {
  const { sharedSecret } = await setUpTOTP();
  await verifyTOTPSetup({ code: codeNow(sharedSecret) });
  return sharedSecret;
}

const codeNow = (secret: string, steps = 0) =>
  totpCode(fromBase32(secret), totpStep(pool.options.now()) + steps);

test('mails a code after the password, rejects a wrong one, and accepts the right one once', async () => {
  expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL'], preferred: 'EMAIL' });
  await expect.poll(() => pool.mails.at(-1)?.text).toContain('メール認証が設定されました');
  await signOut();
  // The client proves the password by SRP, like the app.
  const { nextStep } = await signIn({ username, password });
  expect(nextStep).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 't***@e***' },
  });
  const code = pool.readCode(username);
  await expect(enter('00000000')).rejects.toMatchObject({ name: 'CodeMismatchException' });
  expect((await enter(code)).isSignedIn).toBe(true);
  await signOut();
  await enterPassword();
  await expect(enter(code)).rejects.toMatchObject({ name: 'CodeMismatchException' });
  expect((await enter(pool.readCode(username))).isSignedIn).toBe(true);
  await updateMFAPreference({ email: 'DISABLED' });
  await signOut();
  expect((await enterPassword()).isSignedIn).toBe(true);
});

test('a code lasts three minutes and has five attempts', async () => {
  await signOut();
  await enterPassword();
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(enter('00000000')).rejects.toMatchObject({ name: 'CodeMismatchException' });
  }
  await expect(enter(pool.readCode(username))).rejects.toMatchObject({
    name: 'LimitExceededException',
  });
  pool.wait(15 * 60);
  await enterPassword();
  const code = pool.readCode(username);
  pool.wait(181);
  await expect(enter(code)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});

test('mails five codes in 15 minutes, and rejects the sixth sign-in', async () => {
  await signOut();
  const before = pool.mails.length;
  for (let mails = 0; mails < 5; mails += 1) await enterPassword();
  await expect(enterPassword()).rejects.toMatchObject({
    name: 'CodeDeliveryFailureException',
    message: 'Too many codes have been sent.',
  });
  expect(pool.mails.slice(before).filter(({ to }) => to === username)).toHaveLength(5);
});

// spec 5.22
test('offers a choice with an app beside it, unless one is preferred', async () => {
  const secret = await startApp();
  await updateMFAPreference({ totp: 'NOT_PREFERRED', email: 'NOT_PREFERRED' });
  expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP', 'EMAIL'] });
  await signOut();
  const { nextStep } = await enterPassword();
  expect(nextStep).toMatchObject({
    signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
    allowedMFATypes: ['TOTP', 'EMAIL'],
  });
  await expect(enter('PIGEON')).rejects.toMatchObject({ name: 'IncorrectMFAMethod' });
  expect((await enter('EMAIL')).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
  expect((await enter(pool.readCode(username))).isSignedIn).toBe(true);
  await signOut();
  await enterPassword();
  expect((await enter('TOTP')).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
  expect((await enter(codeNow(secret, 1))).isSignedIn).toBe(true);
  await updateMFAPreference({ totp: 'PREFERRED' });
  await signOut();
  const preferred = await enterPassword();
  expect(preferred.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
});

test('a member who must use an app cannot choose mail, and no one can choose SMS', async () => {
  await startApp();
  await updateMFAPreference({ totp: 'NOT_PREFERRED', email: 'NOT_PREFERRED' });
  await setUserGroups(pool.db, sub, ['staff']);
  await expect(updateMFAPreference({ email: 'PREFERRED' })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  await expect(updateMFAPreference({ sms: 'ENABLED' })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  await signOut();
  const { nextStep } = await enterPassword();
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
});

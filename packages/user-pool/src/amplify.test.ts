import { randomBytes } from 'node:crypto';
import {
  confirmResetPassword,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttribute,
} from 'aws-amplify/auth';
import { beforeEach, describe, expect, test } from 'vitest';
import { computeVerifier } from '#srp/srp.ts';
import {
  byPassword,
  configureAmplify,
  createDevice,
  pickUpDevice,
} from '#testing/amplify-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { sealCredential } from '#users/credential.ts';
import { updateUser } from '#users/users.store.ts';
import { createPoolContext } from './user-pool.ts';

const pool = await startTestPool();
const context = createPoolContext(pool.options);
configureAmplify(pool);
beforeEach(() => pickUpDevice(createDevice()));

describe('the real Amplify client', () => {
  // spec 1.1, 1.16, 7.41, 7.42, 7.43, 7.50
  test('signs up, confirms, signs in, refreshes and signs out', async () => {
    const username = 'hanako@example.com';
    const password = 'kinniku 2024!';
    const registered = await signUp({ username, password });
    expect(registered.nextStep).toMatchObject({
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'h***@e***' },
    });
    expect(await signIn({ username, password })).toMatchObject({
      isSignedIn: false,
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    });
    const confirmed = await confirmSignUp({ username, confirmationCode: pool.readCode(username) });
    expect(confirmed.isSignUpComplete).toBe(true);

    expect(await signIn({ username, password })).toMatchObject({ isSignedIn: true });
    const user = await getCurrentUser();
    expect(user.userId).toBe(registered.userId);
    expect(await fetchUserAttributes()).toMatchObject({
      sub: user.userId,
      email: username,
      email_verified: 'true',
    });

    const before = (await fetchAuthSession()).tokens;
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens;
    expect(after?.idToken?.toString()).not.toBe(before?.idToken?.toString());
    expect(after?.accessToken.payload['origin_jti']).toBe(
      before?.accessToken.payload['origin_jti'],
    );
    const token = after?.idToken?.toString() ?? '';
    expect(await pool.verifyIdToken(token)).toMatchObject({
      sub: user.userId,
      email: username,
      groups: ['member'],
    });

    await signOut();
    await expect(pool.verifyIdToken(token)).rejects.toThrow('revoked');
    await expect(getCurrentUser()).rejects.toThrow('User needs to be authenticated');
  });

  test('receives an error for a wrong password', async () => {
    await pool.addUser({ email: 'wrong@example.com', password: 'right1234' });
    await expect(
      signIn({ username: 'wrong@example.com', password: 'wrong1234' }),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(
      signIn({ username: 'nobody@example.com', password: 'wrong1234' }),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  // spec 7.44, 7.45, 7.46, 7.47, 7.49
  test('resends, resets and changes', async () => {
    const username = 'taro@example.com';
    await signUp({ username, password: 'erster1234' });
    const first = pool.readCode(username);
    const mailed = pool.mails.length;
    await resendSignUpCode({ username });
    await expect.poll(() => pool.mails.length).toBeGreaterThan(mailed);
    await expect(
      // Both codes are equal by chance in one of a hundred million runs.
      confirmSignUp({
        username,
        confirmationCode: first === pool.readCode(username) ? 'x' : first,
      }),
    ).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await confirmSignUp({ username, confirmationCode: pool.readCode(username) });

    await resetPassword({ username });
    await confirmResetPassword({
      username,
      confirmationCode: pool.readCode(username),
      newPassword: 'zweiter1234',
    });
    const options = byPassword;
    const old = signIn({ username, password: 'erster1234', options });
    await expect(old).rejects.toThrow('Incorrect');
    await signIn({ username, password: 'zweiter1234' });
    await updatePassword({ oldPassword: 'zweiter1234', newPassword: 'dritter1234' });
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
    await signOut();
    await signIn({ username, password: 'dritter1234' });
    await deleteUser();
    const gone = signIn({ username, password: 'dritter1234', options });
    await expect(gone).rejects.toThrow('Incorrect');
  });

  // spec 7.48
  test('changes the address and signs out everywhere', async () => {
    const username = 'kana@example.com';
    const password = 'erster1234';
    const next = 'kana-new@example.com';
    await pool.addUser({ email: username, password });
    const phone = createDevice();
    pickUpDevice(phone);
    await signIn({ username, password, options: byPassword });
    const onPhone = (await fetchAuthSession()).tokens?.idToken?.toString() ?? '';
    pickUpDevice(createDevice());
    await signIn({ username, password, options: byPassword });

    const update = await updateUserAttribute({
      userAttribute: { attributeKey: 'email', value: next },
    });
    expect(update.nextStep.updateAttributeStep).toBe('CONFIRM_ATTRIBUTE_WITH_CODE');
    await sendUserAttributeVerificationCode({ userAttributeKey: 'email' });
    await confirmUserAttribute({
      userAttributeKey: 'email',
      confirmationCode: pool.readCode(next),
    });
    expect(await fetchUserAttributes()).toMatchObject({ email: next, email_verified: 'true' });

    expect(await pool.verifyIdToken(onPhone)).toMatchObject({ email: next });
    await signOut({ global: true });
    await expect(pool.verifyIdToken(onPhone)).rejects.toThrow('revoked');
    pickUpDevice(phone);
    // The client deletes its tokens by itself when the refresh is rejected.
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
    await expect(getCurrentUser()).rejects.toThrow('User needs to be authenticated');
  });
});

const username = 'henna@example.com';
const sub = await pool.addUser({ email: username, password: 'x' });

const awkwardPasswords = [
  'パスワード 1',
  ' a:b:c ',
  'é\u0301',
  '😀😀:0',
  'x'.repeat(256),
  '筋'.repeat(256),
  '"\\\'<>&%',
];
const awkwardSalts = ['00000000000000000000000000000001', '00ff', '80', '7f', '0008', 'ff'].map(
  (hex) => Buffer.from(hex.padEnd(32, 'a'), 'hex'),
);

/**
 * Stores a password that the policy may not allow. Members of an imported pool may have such
 * passwords.
 */
async function setPassword(password: string, salt: Buffer) {
  const verifier = await computeVerifier(context.poolName, sub, password, salt);
  const credential = sealCredential(context, sub, { salt, verifier });
  await updateUser(pool.db, sub, { credential }, pool.options.now());
}

const rounds = process.env['TEST_LONG'] === '1' ? 200 : 2;

test(`the real client signs in ${rounds} times with awkward passwords and salts`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const password =
      awkwardPasswords[round % awkwardPasswords.length] ?? randomBytes(12).toString('base64');
    const salt =
      round % 2 === 0
        ? (awkwardSalts[(round / 2) % awkwardSalts.length] ?? randomBytes(16))
        : randomBytes(16);
    await setPassword(password, salt);
    expect((await signIn({ username, password })).isSignedIn).toBe(true);
    await signOut();
    if (round % 4 !== 0) continue;
    await expect(signIn({ username, password: `${password}x` })).rejects.toThrow('Incorrect');
  }
}, 600_000);

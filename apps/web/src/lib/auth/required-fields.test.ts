import { afterEach, expect, test, vi } from 'vitest';
import { configureAuth } from './client-config.ts';
import { describeAuthError } from './auth-error.ts';

// These modules configure the client when they are loaded, so the settings must exist before.
configureAuth({ userPoolId: 'local_fields', userPoolClientId: 'fields' });
const lib = await import('./sign-in.ts');
const { changePassword, confirmEmailChange, finishTotpSetUp, requestEmailChange } =
  await import('#entities/members/account.ts');

afterEach(() => {
  vi.unstubAllGlobals();
});

// spec 8.22
test.each<[message: string, act: () => Promise<unknown>]>([
  // spec 5.6
  ['username is required to signIn', () => lib.signInWithPassword('', 'x')],
  // spec 5.7
  ['password is required to signIn', () => lib.signInWithPassword('a@example.com', '')],
  ['password is required to signIn', () => lib.reauthenticate('')],
  ['username is required to signIn', () => lib.signInWithCode('', 'x')],
  // spec 5.19
  ['challengeResponse is required to confirmSignIn', () => lib.signInWithCode('a', '')],
  ['challengeResponse is required to confirmSignIn', () => lib.answerSignIn('')],
  ['challengeResponse is required to confirmSignIn', () => lib.reauthenticateWithCode('')],
  // spec 5.8
  ['username is required to signUp', () => lib.registerAccount('', 'x')],
  // spec 5.9
  ['password is required to signUp', () => lib.registerAccount('a@example.com', '')],
  // spec 5.10
  ['username is required to confirmSignUp', () => lib.confirmAccount('', '1')],
  // spec 5.11
  ['code is required to confirmSignUp', () => lib.confirmAccount('a@example.com', '')],
  // spec 5.12
  ['username is required to resendSignUpCode', () => lib.resendAccountCode('')],
  // spec 5.13
  ['username is required to resetPassword', () => lib.requestPasswordReset('')],
  // spec 5.14
  ['username is required to confirmResetPassword', () => lib.confirmPasswordReset('', '1', 'x')],
  // spec 5.15
  [
    'confirmationCode is required to confirmResetPassword',
    () => lib.confirmPasswordReset('a@example.com', '', 'x'),
  ],
  // spec 5.16
  [
    'newPassword is required to confirmResetPassword',
    () => lib.confirmPasswordReset('a@example.com', '1', ''),
  ],
  // spec 5.17
  ['oldPassword is required to updatePassword', () => changePassword('', 'x')],
  // spec 5.18
  ['newPassword is required to updatePassword', () => changePassword('x', '')],
  ['email is required to updateUserAttribute', () => requestEmailChange('')],
  // spec 5.21
  ['confirmationCode is required to confirmUserAttribute', () => confirmEmailChange('')],
  // spec 5.20
  ['code is required to verifyTOTPSetup', () => finishTotpSetUp('', { totp: false, email: false })],
])('%s, before anything is asked', async (message, act) => {
  const fetched = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetched);
  const error: unknown = await act().then(
    () => null,
    (failure: unknown) => failure,
  );
  expect(error).toMatchObject({ name: 'EmptyFieldError', message });
  expect(describeAuthError(error)).toBe('入力されていない項目があります。すべて入力してください。');
  expect(fetched).not.toHaveBeenCalled();
});

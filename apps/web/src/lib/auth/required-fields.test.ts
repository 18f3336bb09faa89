import { afterEach, expect, test, vi } from 'vitest';
import {
  changePassword,
  confirmEmailChange,
  finishTotpSetUp,
  requestEmailChange,
} from '#entities/members/account.ts';
import { describeAuthError } from './auth-error.ts';
import * as lib from './sign-in.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each<[message: string, act: () => Promise<unknown>]>([
  ['username is required to signIn', () => lib.signInWithPassword('', 'x')],
  ['password is required to signIn', () => lib.signInWithPassword('a@example.com', '')],
  ['password is required to signIn', () => lib.reauthenticate('')],
  ['username is required to signIn', () => lib.signInWithCode('', 'x')],
  ['challengeResponse is required to confirmSignIn', () => lib.signInWithCode('a', '')],
  ['challengeResponse is required to confirmSignIn', () => lib.answerSignIn('')],
  ['challengeResponse is required to confirmSignIn', () => lib.reauthenticateWithCode('')],
  ['username is required to signUp', () => lib.registerAccount('', 'x')],
  ['password is required to signUp', () => lib.registerAccount('a@example.com', '')],
  ['username is required to confirmSignUp', () => lib.confirmAccount('', '1')],
  ['code is required to confirmSignUp', () => lib.confirmAccount('a@example.com', '')],
  ['username is required to resendSignUpCode', () => lib.resendAccountCode('')],
  ['username is required to resetPassword', () => lib.requestPasswordReset('')],
  ['username is required to confirmResetPassword', () => lib.confirmPasswordReset('', '1', 'x')],
  [
    'confirmationCode is required to confirmResetPassword',
    () => lib.confirmPasswordReset('a@example.com', '', 'x'),
  ],
  [
    'newPassword is required to confirmResetPassword',
    () => lib.confirmPasswordReset('a@example.com', '1', ''),
  ],
  ['oldPassword is required to updatePassword', () => changePassword('', 'x')],
  ['newPassword is required to updatePassword', () => changePassword('x', '')],
  ['email is required to updateUserAttribute', () => requestEmailChange('')],
  ['confirmationCode is required to confirmUserAttribute', () => confirmEmailChange('')],
  ['code is required to verifyTOTPSetup', () => finishTotpSetUp('')],
])('%s, before anything is asked', async (message, act) => {
  const asked = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', asked);
  const error: unknown = await act().then(
    () => null,
    (failure: unknown) => failure,
  );
  expect(error).toMatchObject({ name: 'EmptyFieldError', message });
  expect(describeAuthError(error)).toBe('入力されていない項目があります。すべて入力してください。');
  expect(asked).not.toHaveBeenCalled();
});

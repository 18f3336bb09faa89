import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  resendSignUpCode,
  resetPassword,
  signIn,
  type SignInOutput,
  signOut,
  signUp,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { defaultStorage, type KeyValueStorageInterface } from 'aws-amplify/utils';
import { setUpAmplify } from './amplify.ts';
import { lockIdentity, readIdentity } from './auth.ts';
import { getClientConfig } from './client-config.ts';
import { hasErrorName } from '#lib/errors.ts';
import { UnknownSignInStep } from './auth-error.ts';
import { requireFields } from './required-fields.ts';
import { leaveOnPurpose } from './session-end.ts';
import { listTokenKeys } from './stored-tokens.ts';

setUpAmplify();

export type MfaType = 'SMS' | 'TOTP' | 'EMAIL';

/** The next step of a sign-in. `done` means that it is complete. */
export type SignInStep =
  | {
      readonly name:
        | 'done'
        | 'confirm-sign-up'
        | 'reset-password'
        | 'totp'
        | 'new-password'
        | 'custom-challenge'
        | 'email-set-up';
    }
  /** Masked destination of the code, as far as the user pool names it. */
  | { readonly name: 'sms-code' | 'email-code'; readonly destination: string }
  | { readonly name: 'mfa-choice' | 'mfa-set-up-choice'; readonly options: readonly MfaType[] }
  | { readonly name: 'totp-set-up'; readonly secret: string };

/**
 * Converts the next step of Amplify. Our own user pool uses some of these; Amazon's may use any of
 * them, depending on its settings.
 */
function readStep({ nextStep }: SignInOutput): SignInStep {
  switch (nextStep.signInStep) {
    case 'DONE':
      return { name: 'done' };
    case 'CONFIRM_SIGN_UP':
      return { name: 'confirm-sign-up' };
    case 'RESET_PASSWORD':
      return { name: 'reset-password' };
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return { name: 'totp' };
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
      return { name: 'sms-code', destination: nextStep.codeDeliveryDetails?.destination ?? '' };
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      return { name: 'email-code', destination: nextStep.codeDeliveryDetails?.destination ?? '' };
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION':
      return { name: 'mfa-choice', options: nextStep.allowedMFATypes ?? [] };
    case 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION':
      return { name: 'mfa-set-up-choice', options: nextStep.allowedMFATypes ?? [] };
    case 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP':
      return { name: 'email-set-up' };
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
      return { name: 'totp-set-up', secret: nextStep.totpSetupDetails.sharedSecret };
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return { name: 'new-password' };
    case 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE':
      return { name: 'custom-challenge' };
    default:
      throw new UnknownSignInStep(nextStep.signInStep);
  }
}

export async function signInWithPassword(email: string, password: string): Promise<SignInStep> {
  requireFields('signIn', { username: email, password });
  try {
    return readStep(await signIn({ username: email, password }));
  } catch (error) {
    // Another tab has signed in first.
    if (hasErrorName(error, 'UserAlreadyAuthenticatedException')) return { name: 'done' };
    throw error;
  }
}

/** Answers the current step with a code, a chosen method, an address or a new password. */
export async function answerSignIn(challengeResponse: string): Promise<SignInStep> {
  requireFields('confirmSignIn', { challengeResponse });
  return readStep(await confirmSignIn({ challengeResponse }));
}

/**
 * Signs in with a one-time code that another client of the same member received (delegation).
 * Anyone can create a link with a code, so the current session stays until the code has been
 * accepted; until then the new tokens stay in memory.
 */
export async function signInWithCode(username: string, code: string): Promise<void> {
  requireFields('signIn', { username });
  requireFields('confirmSignIn', { challengeResponse: code });
  const memory = createMemoryStorage();
  await withStorage(memory, async () => {
    await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
    const step = await answerSignIn(code);
    if (step.name !== 'done') throw new UnknownSignInStep(`${step.name} after a one-time code`);
  });
  if ((await readIdentity()) !== null) await leaveOnPurpose(() => signOut());
  for (const [key, value] of memory.entries) await defaultStorage.setItem(key, value);
}

/** Creates a token storage in memory, for a sign-in that may fail. */
function createMemoryStorage() {
  const entries = new Map<string, string>();
  const storage: KeyValueStorageInterface = {
    getItem: async (key) => entries.get(key) ?? null,
    setItem: async (key, value) => void entries.set(key, value),
    removeItem: async (key) => void entries.delete(key),
    clear: async () => {
      entries.clear();
    },
  };
  return { entries, storage };
}

/*
 * A second sign-in of the current member. Amplify rejects one while it has tokens, so it runs with
 * an empty storage beside the real one. A wrong password does not end the session.
 */

type MemoryStorage = ReturnType<typeof createMemoryStorage>;

async function withStorage<T>({ storage }: MemoryStorage, act: () => Promise<T>): Promise<T> {
  return await lockIdentity(async () => {
    cognitoUserPoolsTokenProvider.setKeyValueStorage(storage);
    try {
      return await act();
    } finally {
      cognitoUserPoolsTokenProvider.setKeyValueStorage(defaultStorage);
    }
  });
}

/** Copies Amplify's tokens of the current sign-in, so that it can be ended after the new one. */
async function copyPresent(): Promise<MemoryStorage> {
  const copy = createMemoryStorage();
  for (const key of listTokenKeys(getClientConfig().userPoolClientId)) {
    const value = await defaultStorage.getItem(key);
    if (value !== null) copy.entries.set(key, value);
  }
  return copy;
}

/**
 * Replaces the old sign-in by the completed new one, and ends the old one so that it disappears
 * from the list of devices.
 */
async function replaceSignIn(step: SignInStep, aside: MemoryStorage): Promise<SignInStep> {
  if (step.name !== 'done') return step;
  const present = await copyPresent();
  for (const [key, value] of aside.entries) await defaultStorage.setItem(key, value);
  await withStorage(present, signOut);
  return step;
}

let begun = createMemoryStorage();

export async function reauthenticate(password: string): Promise<SignInStep> {
  requireFields('signIn', { password });
  const identity = await readIdentity();
  if (identity === null) throw new Error('No current user');
  begun = createMemoryStorage();
  const step = await withStorage(begun, () => signInWithPassword(identity.username, password));
  return await replaceSignIn(step, begun);
}

/** Answers with a code or with the chosen method to receive one. */
export async function reauthenticateWithCode(code: string): Promise<SignInStep> {
  requireFields('confirmSignIn', { challengeResponse: code });
  return await replaceSignIn(await withStorage(begun, () => answerSignIn(code)), begun);
}

/** Registers an account and returns whether a code must be entered to confirm it. */
export async function registerAccount(email: string, password: string): Promise<boolean> {
  requireFields('signUp', { username: email, password });
  const { nextStep } = await signUp({
    username: email,
    password,
    options: { userAttributes: { email } },
  });
  return nextStep.signUpStep === 'CONFIRM_SIGN_UP';
}

export async function confirmAccount(email: string, code: string): Promise<void> {
  requireFields('confirmSignUp', { username: email, code });
  await confirmSignUp({ username: email, confirmationCode: code });
}

export async function resendAccountCode(email: string): Promise<void> {
  requireFields('resendSignUpCode', { username: email });
  await resendSignUpCode({ username: email });
}

export async function requestPasswordReset(email: string): Promise<void> {
  requireFields('resetPassword', { username: email });
  await resetPassword({ username: email });
}

export async function confirmPasswordReset(
  email: string,
  code: string,
  newPassword: string,
): Promise<void> {
  requireFields('confirmResetPassword', { username: email, confirmationCode: code, newPassword });
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword });
}

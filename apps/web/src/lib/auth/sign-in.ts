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
import { getClientConfig, lockIdentity, readIdentity } from './auth.ts';
import { hasErrorName } from '#lib/errors.ts';
import { UnknownSignInStep } from './auth-error.ts';
import { requireFields } from './required-fields.ts';
import { leaveOnPurpose } from './session-end.ts';
import { listTokenKeys } from './stored-tokens.ts';

setUpAmplify();

export type MfaType = 'SMS' | 'TOTP' | 'EMAIL';

/** What a sign-in needs next; `done` is all. */
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
  /** Where the code was sent to, as far as the pool tells. */
  | { readonly name: 'sms-code' | 'email-code'; readonly destination: string }
  | { readonly name: 'mfa-choice' | 'mfa-set-up-choice'; readonly options: readonly MfaType[] }
  | { readonly name: 'totp-set-up'; readonly secret: string };

/** Our own pool asks for some of these, Amazon's by its settings for any of them. */
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
    // Another tab was quicker.
    if (hasErrorName(error, 'UserAlreadyAuthenticatedException')) return { name: 'done' };
    throw error;
  }
}

/** A code, a chosen way, an address or the new password: whatever was asked for. */
export async function answerSignIn(challengeResponse: string): Promise<SignInStep> {
  requireFields('confirmSignIn', { challengeResponse });
  return readStep(await confirmSignIn({ challengeResponse }));
}

/**
 * Delegation: a one-time code that another client of the same member was given. Anybody can make a
 * link with one, so whoever is signed in here stays so until the code has proved good: the tokens
 * wait in memory until then.
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

/** In the place of what the browser keeps, for a sign-in that may come to nothing. */
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
 * A second sign-in of whoever is signed in already. Amplify refuses one while it knows a member, so
 * it is done with an empty storage beside the real one: a wrong password costs nobody the session.
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

/** What Amplify keeps of the present sign-in, so that it can be ended once the new one stands. */
async function copyPresent(): Promise<MemoryStorage> {
  const copy = createMemoryStorage();
  for (const key of listTokenKeys(getClientConfig().userPoolClientId)) {
    const value = await defaultStorage.getItem(key);
    if (value !== null) copy.entries.set(key, value);
  }
  return copy;
}

/** The new sign-in takes the place of the old one, which nobody needs on the list of devices. */
async function follow(step: SignInStep, aside: MemoryStorage): Promise<SignInStep> {
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
  return await follow(step, begun);
}

/** A code, or the chosen way to get one. */
export async function reauthenticateWithCode(code: string): Promise<SignInStep> {
  requireFields('confirmSignIn', { challengeResponse: code });
  return await follow(await withStorage(begun, () => answerSignIn(code)), begun);
}

/** Whether a code must be entered before the account can be used. */
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

import { confirmSignIn, signIn, type SignInOutput, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { defaultStorage, type KeyValueStorageInterface } from 'aws-amplify/utils';
import { readIdentity } from './auth.ts';
import { hasName } from './auth-error.ts';
import { leaveOnPurpose } from './session-end.ts';

/** What a sign-in needs next; `done` is all. */
export type SignInStep = 'done' | 'confirm-sign-up' | 'reset-password' | 'totp' | 'new-password';

function readStep({ nextStep }: SignInOutput): SignInStep {
  switch (nextStep.signInStep) {
    case 'DONE':
      return 'done';
    case 'CONFIRM_SIGN_UP':
      return 'confirm-sign-up';
    case 'RESET_PASSWORD':
      return 'reset-password';
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return 'totp';
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return 'new-password';
    default:
      throw new Error(`the user pool asks for ${nextStep.signInStep}, which this app cannot do`);
  }
}

export async function signInWithPassword(email: string, password: string): Promise<SignInStep> {
  try {
    return readStep(await signIn({ username: email, password }));
  } catch (error) {
    // Another tab was quicker.
    if (hasName(error, 'UserAlreadyAuthenticatedException')) return 'done';
    throw error;
  }
}

/** A code of the authenticator app, or the new password that was asked for. */
export async function answerSignIn(challengeResponse: string): Promise<SignInStep> {
  return readStep(await confirmSignIn({ challengeResponse }));
}

/**
 * Delegation: a one-time code that another client of the same member was given. Anybody can make a
 * link with one, so whoever is signed in here stays so until the code has proved good: the tokens
 * wait in memory until then.
 */
export async function signInWithCode(username: string, code: string): Promise<void> {
  const kept = createMemoryStorage();
  cognitoUserPoolsTokenProvider.setKeyValueStorage(kept.storage);
  try {
    await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
    const step = await answerSignIn(code);
    if (step !== 'done') throw new Error(`the user pool asks for ${step} after a one-time code`);
  } finally {
    cognitoUserPoolsTokenProvider.setKeyValueStorage(defaultStorage);
  }
  if ((await readIdentity()) !== null) await leaveOnPurpose(() => signOut());
  for (const [key, value] of kept.entries) await defaultStorage.setItem(key, value);
}

/** In the place of what the browser keeps, for a sign-in that may come to nothing. */
export function createMemoryStorage() {
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

import { confirmSignIn, signIn, type SignInOutput } from 'aws-amplify/auth';
import { hasName } from './auth-error.ts';

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

/** Delegation: a one-time code that another client of the same member was given. */
export async function signInWithCode(username: string, code: string): Promise<SignInStep> {
  await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
  return answerSignIn(code);
}

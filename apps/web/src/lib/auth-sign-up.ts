import { confirmSignUp, resendSignUpCode, signUp } from 'aws-amplify/auth';

/** Whether a code must be entered before the account can be used. */
export async function registerAccount(email: string, password: string): Promise<boolean> {
  const { nextStep } = await signUp({
    username: email,
    password,
    options: { userAttributes: { email } },
  });
  return nextStep.signUpStep === 'CONFIRM_SIGN_UP';
}

export async function confirmAccount(email: string, code: string): Promise<void> {
  await confirmSignUp({ username: email, confirmationCode: code });
}

export async function resendAccountCode(email: string): Promise<void> {
  await resendSignUpCode({ username: email });
}

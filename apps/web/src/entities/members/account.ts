import { eraseMemberData } from '@tanren/contract/members/userinfo';
import {
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchMFAPreference,
  fetchUserAttributes,
  setUpTOTP,
  signOut,
  updateMFAPreference,
  updatePassword,
  updateUserAttribute,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { endLink } from '#entities/machines/machines.queries.ts';
import { callApi } from '#lib/api.ts';
import { setUpAmplify } from '#lib/auth/amplify.ts';
import { readIdentity, renewIdentity } from '#lib/auth/auth.ts';
import { withRecentAuthentication } from '#lib/auth/recent-authentication.ts';
import { requireFields } from '#lib/auth/required-fields.ts';
import { withAuthSession } from '#lib/auth/session-end.ts';

setUpAmplify();

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  requireFields('updatePassword', { oldPassword, newPassword });
  await withAuthSession(() => updatePassword({ oldPassword, newPassword }));
}

/** Requests a new address and returns whether a code must be entered to confirm it. */
export async function requestEmailChange(email: string): Promise<boolean> {
  requireFields('updateUserAttribute', { email });
  const userAttribute = { attributeKey: 'email', value: email } as const;
  const { nextStep } = await withRecentAuthentication(() =>
    withAuthSession(() => updateUserAttribute({ userAttribute })),
  );
  return nextStep.updateAttributeStep === 'CONFIRM_ATTRIBUTE_WITH_CODE';
}

export async function confirmEmailChange(code: string): Promise<void> {
  requireFields('confirmUserAttribute', { confirmationCode: code });
  await withAuthSession(() =>
    confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: code }),
  );
  await renewTokens();
}

/** Fetches new tokens, because the id token contains the email address. */
export async function renewTokens(): Promise<void> {
  await fetchAuthSession({ forceRefresh: true });
}

export async function signOutHere(): Promise<void> {
  await signOut();
}

/**
 * Signs out on all devices. Amplify hides a failure of `signOut`, so another call goes first and
 * throws when the user pool cannot be reached.
 */
export async function signOutEverywhere(): Promise<void> {
  await withAuthSession(() => fetchUserAttributes());
  await signOut({ global: true });
}

/**
 * Erases the member's data and then the account. Our own user pool erases both together, but the
 * one of Amazon does not know the data, and no one could request it without the account. Both steps
 * can be repeated.
 */
export async function deleteAccount(): Promise<void> {
  // This notifies the machine at once. Erasing the data ends the link in any case.
  await endLink();
  await callApi(eraseMemberData, {});
  await withRecentAuthentication(() => withAuthSession(() => deleteUser()));
}

/** The second factors that the account uses. */
export interface SecondFactors {
  readonly totp: boolean;
  readonly email: boolean;
}

export async function readSecondFactors(): Promise<SecondFactors> {
  const { enabled = [] } = await withAuthSession(() => fetchMFAPreference());
  return { totp: enabled.includes('TOTP'), email: enabled.includes('EMAIL') };
}

export interface TotpSetUp {
  readonly secret: string;
  /** Content of the QR code. */
  readonly uri: string;
}

export async function startTotpSetUp(account: string): Promise<TotpSetUp> {
  const setUp = await withRecentAuthentication(() => withAuthSession(() => setUpTOTP()));
  return { secret: setUp.sharedSecret, uri: setUp.getSetupUri('TANREN', account).href };
}

export async function finishTotpSetUp(code: string, used: SecondFactors): Promise<void> {
  requireFields('verifyTOTPSetup', { code });
  await withRecentAuthentication(() => withAuthSession(() => verifyTOTPSetup({ code })));
  await chooseFactors(used, { ...used, totp: true });
  await renewOfWorkers();
}

export async function turnTotpOff(used: SecondFactors): Promise<void> {
  await chooseFactors(used, { ...used, totp: false });
  await renewOfWorkers();
}

/** Turns the code that is mailed at each sign-in on or off. */
export async function turnEmailCode(on: boolean, used: SecondFactors): Promise<void> {
  await chooseFactors(used, { ...used, email: on });
}

/**
 * Renews the tokens of trainers and staff. They must use an authenticator app, and their tokens say
 * whether it is missing.
 */
async function renewOfWorkers(): Promise<void> {
  const groups = (await readIdentity())?.groups ?? [];
  if (groups.includes('trainer') || groups.includes('staff')) await renewIdentity();
}

/**
 * Saves the second factors. When both are in use neither is preferred, so that the user pool offers
 * the choice at sign-in.
 */
async function chooseFactors(before: SecondFactors, after: SecondFactors): Promise<void> {
  const used = after.totp && after.email ? 'NOT_PREFERRED' : 'PREFERRED';
  const preference: Parameters<typeof updateMFAPreference>[0] = {
    ...(after.totp ? { totp: used } : before.totp ? { totp: 'DISABLED' } : {}),
    ...(after.email ? { email: used } : before.email ? { email: 'DISABLED' } : {}),
  };
  await withRecentAuthentication(() => withAuthSession(() => updateMFAPreference(preference)));
}

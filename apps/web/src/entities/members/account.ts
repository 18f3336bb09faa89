import { eraseMemberData } from '@tanren/contract/userinfo';
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
import { withSession } from '#lib/auth/session-end.ts';

setUpAmplify();

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  requireFields('updatePassword', { oldPassword, newPassword });
  await withSession(() => updatePassword({ oldPassword, newPassword }));
}

/** Whether a code must be entered before the new address counts. */
export async function requestEmailChange(email: string): Promise<boolean> {
  requireFields('updateUserAttribute', { email });
  const userAttribute = { attributeKey: 'email', value: email } as const;
  const { nextStep } = await withRecentAuthentication(() =>
    withSession(() => updateUserAttribute({ userAttribute })),
  );
  return nextStep.updateAttributeStep === 'CONFIRM_ATTRIBUTE_WITH_CODE';
}

export async function confirmEmailChange(code: string): Promise<void> {
  requireFields('confirmUserAttribute', { confirmationCode: code });
  await withSession(() =>
    confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: code }),
  );
  await renewTokens();
}

/** The address stands in the id token too. */
export async function renewTokens(): Promise<void> {
  await fetchAuthSession({ forceRefresh: true });
}

export async function signOutHere(): Promise<void> {
  await signOut();
}

/** Amplify keeps a failure of this to itself; a call before it tells whether the pool can be reached. */
export async function signOutEverywhere(): Promise<void> {
  await withSession(() => fetchUserAttributes());
  await signOut({ global: true });
}

/**
 * The member's data first: our own pool erases it together with the account, but Amazon's knows
 * nothing of it, and afterwards nobody could ask for it any more. Both can be repeated.
 */
export async function deleteAccount(): Promise<void> {
  // So that a machine hears of it at once; it goes with everything else in any case.
  await endLink();
  await callApi(eraseMemberData, {});
  await withRecentAuthentication(() => withSession(() => deleteUser()));
}

/** Which second factors are in use. */
export interface SecondFactors {
  readonly totp: boolean;
  readonly email: boolean;
}

export async function readSecondFactors(): Promise<SecondFactors> {
  const { enabled = [] } = await withSession(() => fetchMFAPreference());
  return { totp: enabled.includes('TOTP'), email: enabled.includes('EMAIL') };
}

export interface TotpSetUp {
  readonly secret: string;
  /** For the QR code. */
  readonly uri: string;
}

export async function startTotpSetUp(account: string): Promise<TotpSetUp> {
  const setUp = await withRecentAuthentication(() => withSession(() => setUpTOTP()));
  return { secret: setUp.sharedSecret, uri: setUp.getSetupUri('TANREN', account).href };
}

export async function finishTotpSetUp(code: string, used: SecondFactors): Promise<void> {
  requireFields('verifyTOTPSetup', { code });
  await withRecentAuthentication(() => withSession(() => verifyTOTPSetup({ code })));
  await chooseFactors(used, { ...used, totp: true });
  await renewOfWorkers();
}

export async function turnTotpOff(used: SecondFactors): Promise<void> {
  await chooseFactors(used, { ...used, totp: false });
  await renewOfWorkers();
}

/** Whether a code is mailed at each log-in. */
export async function turnEmailCode(on: boolean, used: SecondFactors): Promise<void> {
  await chooseFactors(used, { ...used, email: on });
}

/** Trainers and staff must use an app: their tokens say whether it is missing. */
async function renewOfWorkers(): Promise<void> {
  const groups = (await readIdentity())?.groups ?? [];
  if (groups.includes('trainer') || groups.includes('staff')) await renewIdentity();
}

/** With both in use none is preferred: then the user pool lets whoever logs in choose. */
async function chooseFactors(before: SecondFactors, after: SecondFactors): Promise<void> {
  const used = after.totp && after.email ? 'NOT_PREFERRED' : 'PREFERRED';
  const preference: Parameters<typeof updateMFAPreference>[0] = {
    ...(after.totp ? { totp: used } : before.totp ? { totp: 'DISABLED' } : {}),
    ...(after.email ? { email: used } : before.email ? { email: 'DISABLED' } : {}),
  };
  await withRecentAuthentication(() => withSession(() => updateMFAPreference(preference)));
}

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

export async function readTotpState(): Promise<boolean> {
  const { enabled } = await withSession(() => fetchMFAPreference());
  return enabled?.includes('TOTP') ?? false;
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

export async function finishTotpSetUp(code: string): Promise<void> {
  requireFields('verifyTOTPSetup', { code });
  await withRecentAuthentication(() => withSession(() => verifyTOTPSetup({ code })));
  await prefer('PREFERRED');
  await renewOfWorkers();
}

export async function turnTotpOff(): Promise<void> {
  await prefer('DISABLED');
  await renewOfWorkers();
}

/** Trainers and staff must use an app: their tokens say whether it is missing. */
async function renewOfWorkers(): Promise<void> {
  const groups = (await readIdentity())?.groups ?? [];
  if (groups.includes('trainer') || groups.includes('staff')) await renewIdentity();
}

async function prefer(totp: 'PREFERRED' | 'DISABLED'): Promise<void> {
  await withRecentAuthentication(() => withSession(() => updateMFAPreference({ totp })));
}

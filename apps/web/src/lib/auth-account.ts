import {
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  sendUserAttributeVerificationCode,
  signOut,
  updatePassword,
  updateUserAttribute,
} from 'aws-amplify/auth';
import { eraseMemberData } from '@tanren/contract/userinfo';
import { callApi } from './api.ts';
import { endLink } from './machine-link.ts';
import { withRecentAuthentication } from './recent-authentication.ts';
import { withSession } from './session-end.ts';

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await withSession(() => updatePassword({ oldPassword, newPassword }));
}

/** Whether a code must be entered before the new address counts. */
export async function requestEmailChange(email: string): Promise<boolean> {
  const userAttribute = { attributeKey: 'email', value: email } as const;
  const { nextStep } = await withRecentAuthentication(() =>
    withSession(() => updateUserAttribute({ userAttribute })),
  );
  return nextStep.updateAttributeStep === 'CONFIRM_ATTRIBUTE_WITH_CODE';
}

export async function resendEmailCode(): Promise<void> {
  await withSession(() => sendUserAttributeVerificationCode({ userAttributeKey: 'email' }));
}

export async function confirmEmailChange(code: string): Promise<void> {
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

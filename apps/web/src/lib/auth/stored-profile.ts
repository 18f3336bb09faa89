import type { UserInfo } from '@tanren/contract/members/userinfo';
import { findMissingStep } from '@tanren/domain/identity/route-access';

/*
 * This device stores the profile of the signed-in member, so that the guard lets a page load its
 * data without waiting for the profile. It grants nothing: the server checks profile and terms at
 * every call. It is deleted at sign-out.
 */

const profilePrefix = 'tanren:userinfo:';

export function storeUserInfo(sub: string, userInfo: UserInfo): void {
  try {
    localStorage.setItem(profilePrefix + sub, JSON.stringify(userInfo));
  } catch {
    // The storage is full or forbidden, so the guard waits for the profile.
  }
}

/**
 * Returns the stored profile. Returns `null` also for an incomplete one, because the missing step
 * may have been completed on another device.
 */
export function readStoredUserInfo(sub: string): UserInfo | null {
  try {
    const text = localStorage.getItem(profilePrefix + sub);
    const userInfo = text === null ? null : (JSON.parse(text) as UserInfo);
    return userInfo !== null && findMissingStep(userInfo) === null ? userInfo : null;
  } catch {
    return null;
  }
}

/** Removes the stored profiles of all other members, or of all members when `except` is `null`. */
export function deleteUserInfos(except: string | null): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(profilePrefix) && key !== profilePrefix + (except ?? ''))
        localStorage.removeItem(key);
    }
  } catch {
    // The browser forbids storage, so there is no profile.
  }
}

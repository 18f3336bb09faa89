import type { UserInfo } from '@tanren/contract/members/userinfo';
import { findMissingStep } from '@tanren/domain/identity/route-access';
import { deviceStorage } from '#lib/browser-storage.ts';

/*
 * This device stores the profile of the signed-in member, so that the guard lets a page load its
 * data without waiting for the profile. It grants nothing: the server checks profile and terms at
 * every call. It is deleted at sign-out.
 */

const profilePrefix = 'tanren:userinfo:';

export function storeUserInfo(sub: string, userInfo: UserInfo): void {
  deviceStorage.saveJson(profilePrefix + sub, userInfo);
}

/**
 * Returns the stored profile. Returns `null` also for an incomplete one, because the missing step
 * may have been completed on another device.
 */
export function readStoredUserInfo(sub: string): UserInfo | null {
  const userInfo = deviceStorage.readJson(profilePrefix + sub) as UserInfo | null;
  return userInfo !== null && findMissingStep(userInfo) === null ? userInfo : null;
}

/** Removes the stored profiles of all other members, or of all members when `except` is `null`. */
export function deleteUserInfos(except: string | null): void {
  for (const key of deviceStorage.listKeys()) {
    if (key.startsWith(profilePrefix) && key !== profilePrefix + (except ?? ''))
      deviceStorage.remove(key);
  }
}

import type { UserInfo } from '@tanren/contract/userinfo';
import { findMissingStep } from '@tanren/domain/route-access';

/*
 * This device remembers the profile of who is signed in, so that the guard lets a page load its data
 * at once instead of waiting for the profile first. It decides nothing: the server asks for profile
 * and terms at every call. It goes with the sign-in.
 */

const rememberedPrefix = 'tanren:userinfo:';

export function rememberUserInfo(sub: string, userInfo: UserInfo): void {
  try {
    localStorage.setItem(rememberedPrefix + sub, JSON.stringify(userInfo));
  } catch {
    // Full or forbidden: the guard waits for the profile.
  }
}

/** Null also for one that misses something: the next step may have been taken on another device. */
export function recallUserInfo(sub: string): UserInfo | null {
  try {
    const text = localStorage.getItem(rememberedPrefix + sub);
    const userInfo = text === null ? null : (JSON.parse(text) as UserInfo);
    return userInfo !== null && findMissingStep(userInfo) === null ? userInfo : null;
  } catch {
    return null;
  }
}

/** Those of everybody else; of everybody, for null. */
export function forgetUserInfos(except: string | null): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(rememberedPrefix) && key !== rememberedPrefix + (except ?? ''))
        localStorage.removeItem(key);
    }
  } catch {
    // Forbidden: there is none.
  }
}

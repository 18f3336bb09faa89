import { getUserInfo, updateUserInfo, type UserInfo } from '@tanren/contract/members/userinfo';
import { findChangedElsewhere } from '@tanren/domain/members/profile';
import { answer, rejectWith } from '#test/support/answers.ts';
import { readyProfile } from '#test/support/session.ts';

/** Stores the profile in memory, with the server's rule for fields that two devices changed. */
export function storeProfile() {
  let profile: UserInfo = readyProfile;
  answer(getUserInfo, () => profile);
  answer(updateUserInfo, ({ body: { birthDate: _birthDate, sex: _sex, expected, ...changes } }) => {
    const present = { birthDate: null, sex: null, ...profile };
    if (findChangedElsewhere(present, changes, expected ?? {}).length > 0) {
      return rejectWith(409, 'stale_version');
    }
    profile = { ...profile, ...changes };
    return profile;
  });
  return {
    read: () => profile,
    /** Changes the profile as another device would. */
    change: (changes: Partial<UserInfo>) => {
      profile = { ...profile, ...changes };
    },
  };
}

import {
  createUserInfo,
  type NewUserInfo,
  updateUserInfo,
  type UserInfo,
  type UserInfoChanges,
} from '@tanren/contract/members/userinfo';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { cacheUserInfo } from '#lib/auth/session.ts';
import { applyProfileChanges, profileTarget, rankingTarget } from '#lib/auth/unsent-profile.ts';
import { type WriteOutcome, writeThrough } from '#lib/offline/write-through.ts';
import { refreshRankings } from '#entities/workouts/workouts.queries.ts';

/**
 * Creates the first profile. If another tab or device was faster, or an earlier answer was lost,
 * the profile is updated with the values typed here.
 */
export function createUserInfoMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['userinfo', 'create'],
    meta: { errorShownByForm: true },
    mutationFn: async (body: NewUserInfo): Promise<UserInfo> => {
      try {
        return await callApi(createUserInfo, { body });
      } catch (error) {
        if (isApiError(error, 409)) return callApi(updateUserInfo, { body });
        throw error;
      }
    },
    onSuccess: (userInfo) => {
      cacheUserInfo(queryClient, userInfo);
    },
  });
}

/** Stores the answer for all pages. A queued change is shown as if it had been saved. */
function updateCaches(
  queryClient: QueryClient,
  outcome: WriteOutcome<UserInfo>,
  changes: UserInfoChanges,
): void {
  if (outcome.sent) {
    cacheUserInfo(queryClient, outcome.answer);
    void refreshRankings(queryClient);
    return;
  }
  const [known] = queryClient.getQueriesData<UserInfo | null>({ queryKey: ['userinfo'] });
  if (known?.[1]) cacheUserInfo(queryClient, applyProfileChanges(known[1], changes));
}

export function updateUserInfoMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['userinfo', 'update'],
    meta: { errorShownByForm: true },
    mutationFn: (body: UserInfoChanges) =>
      writeThrough(
        updateUserInfo,
        { body },
        { target: profileTarget, about: 'プロフィール', merges: true },
      ),
    onSuccess: (outcome, changes) => {
      updateCaches(queryClient, outcome, changes);
    },
  });
}

/**
 * Changes the visibility in rankings. The switch has its own row in the settings, so the notifier
 * shows a failure.
 */
export function changeRankingVisibilityMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['userinfo', 'ranking-visibility'],
    mutationFn: (rankingVisible: boolean) =>
      writeThrough(
        updateUserInfo,
        { body: { rankingVisible } },
        { target: rankingTarget, about: 'ランキングへの掲載' },
      ),
    onSuccess: (outcome, rankingVisible) => {
      updateCaches(queryClient, outcome, { rankingVisible });
    },
  });
}

import {
  createUserInfo,
  type NewUserInfo,
  updateUserInfo,
  type UserInfo,
  type UserInfoChanges,
} from '@tanren/contract/userinfo';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { keepUserInfo } from '#lib/auth/session.ts';
import { refreshRankings } from '#entities/workouts/workouts.queries.ts';

/**
 * The first profile. Another tab or device may have been quicker, or the answer to an earlier try
 * was lost: then what was typed here last is what counts.
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
      keepUserInfo(queryClient, userInfo);
    },
  });
}

export function updateUserInfoMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['userinfo', 'update'],
    meta: { errorShownByForm: true },
    mutationFn: (body: UserInfoChanges) => callApi(updateUserInfo, { body }),
    onSuccess: (userInfo) => {
      keepUserInfo(queryClient, userInfo);
      void refreshRankings(queryClient);
    },
  });
}

/** On its own row of the settings, so a failure is told by the notifier. */
export function changeRankingVisibilityMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['userinfo', 'ranking-visibility'],
    mutationFn: (rankingVisible: boolean) => callApi(updateUserInfo, { body: { rankingVisible } }),
    onSuccess: (userInfo) => {
      keepUserInfo(queryClient, userInfo);
      void refreshRankings(queryClient);
    },
  });
}

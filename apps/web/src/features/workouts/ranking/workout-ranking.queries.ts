import { getWorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { rankingTypes } from '@tanren/domain/workouts/rankings';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { workoutRankingKey } from '#entities/workouts/workouts.queries.ts';
import { callApi } from '#lib/api.ts';
import { mayPrefetch } from '#lib/call-allowance.ts';
import { periodOf, type RankingView } from './ranking-view.ts';

export function workoutRankingQuery(view: RankingView) {
  const { workoutType, rankingType, scale, gym } = view;
  // The other scales always include all gyms.
  const ofGym = scale === 'open' && gym !== null ? { gym } : {};
  const querystring = { period: periodOf(view), scale, ...ofGym };
  return queryOptions({
    queryKey: [workoutRankingKey, workoutType, rankingType, querystring],
    queryFn: ({ signal }) =>
      callApi(getWorkoutRanking, { params: { workoutType, rankingType }, querystring }, signal),
    // A member who returns to a tab sees the cached ranking at once and the changes a moment later.
    staleTime: 5_000,
    gcTime: 60 * 60_000,
    meta: { errorShownByPage: true },
  });
}

/** Returns whether a ranking is on the screen. */
export function isRankingOpen(queryClient: QueryClient): boolean {
  const shown = { queryKey: [workoutRankingKey], type: 'active' } as const;
  return queryClient.getQueryCache().findAll(shown).length > 0;
}

/**
 * Refetch interval in milliseconds while the page is visible, because other members train in the
 * meantime.
 */
const refreshInterval = 15_000;
/**
 * Maximum age in milliseconds of the neighbouring tab's data, so that it is ready when it is
 * tapped.
 */
const siblingAge = 60_000;

/**
 * Returns the current ranking and prefetches the neighbouring tab. Throws when the first request
 * fails.
 */
export function useRanking(view: RankingView) {
  const queryClient = useQueryClient();
  const ranking = useQuery({
    ...workoutRankingQuery(view),
    refetchInterval: refreshInterval,
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  const { workoutType, rankingType, period, scale, gym } = view;
  const loadedAt = ranking.dataUpdatedAt;
  useEffect(() => {
    // The prefetch starts after the requested ranking has loaded, not at the same time.
    if (loadedAt === 0 || !mayPrefetch()) return;
    for (const other of rankingTypes.filter((each) => each !== rankingType)) {
      const sibling = workoutRankingQuery({ workoutType, rankingType: other, period, scale, gym });
      // The member has not asked for this data. If the prefetch fails, the tap shows the error.
      queryClient.query({ ...sibling, staleTime: siblingAge, retry: false }).catch(() => {});
    }
  }, [queryClient, workoutType, rankingType, period, scale, gym, loadedAt]);
  return ranking;
}

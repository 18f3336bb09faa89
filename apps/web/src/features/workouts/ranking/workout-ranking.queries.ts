import { getWorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { workoutRankingKey } from '#entities/workouts/workouts.queries.ts';
import { callApi } from '#lib/api.ts';
import { mayPrefetch } from '#lib/call-allowance.ts';
import { periodOf, type RankingView } from './ranking-view.ts';

export function workoutRankingQuery(view: RankingView) {
  const { workoutType, rankingType, scale, gym } = view;
  // The other scales are of all gyms.
  const ofGym = scale === 'open' && gym !== null ? { gym } : {};
  const querystring = { period: periodOf(view), scale, ...ofGym };
  return queryOptions({
    queryKey: [workoutRankingKey, workoutType, rankingType, querystring],
    queryFn: ({ signal }) =>
      callApi(getWorkoutRanking, { params: { workoutType, rankingType }, querystring }, signal),
    // Whoever comes back to a tab sees it as it was, and what has changed a moment later.
    staleTime: 5_000,
    gcTime: 60 * 60_000,
    meta: { errorShownByPage: true },
  });
}

/** Whether a ranking is on the screen. */
export function isRankingOpen(queryClient: QueryClient): boolean {
  const shown = { queryKey: [workoutRankingKey], type: 'active' } as const;
  return queryClient.getQueryCache().findAll(shown).length > 0;
}

/** Others train meanwhile: asked this often, while somebody looks. */
const refreshInterval = 15_000;
/** The tab beside is kept this fresh, so that it is there when it is tapped. */
const siblingAge = 60_000;

/** A ranking as it is now, and the tab beside it at hand. A failure before it was ever there is thrown. */
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
    // After what was asked for, not beside it.
    if (loadedAt === 0 || !mayPrefetch()) return;
    const other = rankingType === 'tfo' ? 'max' : 'tfo';
    const sibling = workoutRankingQuery({ workoutType, rankingType: other, period, scale, gym });
    // Nobody has asked for it: should it fail, the tap will tell.
    queryClient.query({ ...sibling, staleTime: siblingAge, retry: false }).catch(() => {});
  }, [queryClient, workoutType, rankingType, period, scale, gym, loadedAt]);
  return ranking;
}

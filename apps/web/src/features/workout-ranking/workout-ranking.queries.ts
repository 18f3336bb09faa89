import { getWorkoutRanking } from '@tanren/contract/workout-ranking';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { workoutRankingKey } from '#entities/workouts/workouts.queries.ts';
import type { RankingView } from './ranking-view.ts';

export function workoutRankingQuery({ workoutType, rankingType, period, scale, gym }: RankingView) {
  // The other scales are of all gyms.
  const ofGym = scale === 'open' && gym !== null ? { gym } : {};
  const querystring = { period, scale, ...ofGym };
  return queryOptions({
    queryKey: [workoutRankingKey, workoutType, rankingType, querystring],
    queryFn: ({ signal }) =>
      callApi(getWorkoutRanking, { params: { workoutType, rankingType }, querystring }, signal),
    // Whoever comes back to a tab sees it as it was, and what has changed a moment later.
    staleTime: 5_000,
    gcTime: 60 * 60_000,
    meta: { toldByPage: true },
  });
}

/** Whether a ranking is on the screen. */
export function isRankingOpen(queryClient: QueryClient): boolean {
  const shown = { queryKey: [workoutRankingKey], type: 'active' } as const;
  return queryClient.getQueryCache().findAll(shown).length > 0;
}

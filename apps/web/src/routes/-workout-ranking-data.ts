import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import type { RankingSearch } from '#features/workout-ranking/ranking-search.ts';
import { type RankingView, toRankingView } from '#features/workout-ranking/ranking-view.ts';
import {
  isRankingOpen,
  workoutRankingQuery,
} from '#features/workout-ranking/workout-ranking.queries.ts';
import { isApiError } from '#lib/errors.ts';

/**
 * The first ranking shows its shape while it comes. From then on a ranking stays until the next
 * one is there; what is at hand is shown at once, and asked anew by the screen.
 */
export async function loadWorkoutRanking(
  queryClient: QueryClient,
  params: Pick<RankingView, 'workoutType' | 'rankingType'>,
  search: RankingSearch,
): Promise<void> {
  const query = workoutRankingQuery(toRankingView(params, search));
  const loading = queryClient.query({ ...query, staleTime: 'static' });
  // Only the answer tells whether there is such a gym.
  const mayBeMissing = search.gym !== undefined;
  try {
    if (mayBeMissing || isRankingOpen(queryClient)) await loading;
    // The screen asks for the same, and tells when it fails.
    else loading.catch(() => {});
  } catch (error) {
    throw isApiError(error, 404) ? notFound() : error;
  }
}

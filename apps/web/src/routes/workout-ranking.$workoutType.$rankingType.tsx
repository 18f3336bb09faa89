import { createFileRoute } from '@tanstack/react-router';
import { readRankingSearch } from '#features/workout-ranking/ranking-search.ts';
import { readIdentity } from '#lib/auth.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch, parseRankingParams, stringifyRankingParams } from '#lib/route-params.ts';

const validateSearch = onlySearch(readRankingSearch);

export const Route = createFileRoute('/workout-ranking/$workoutType/$rankingType')({
  staticData: { access: 'default', layout: 'auth', title: 'ランキング' },
  params: { parse: parseRankingParams, stringify: stringifyRankingParams },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps }) => {
    const { loadWorkoutRanking } = await loadPart(() => import('./-workout-ranking-data.ts'));
    await loadWorkoutRanking(queryClient, params, deps);
    return { sub: (await readIdentity())?.sub ?? '' };
  },
  component: lazyScreen(() => import('./-workout-ranking-page.tsx'), 'WorkoutRankingPage'),
});

import { getRouteApi, useLocation, useRouterState } from '@tanstack/react-router';
import { parseRankingParams } from '#lib/route-params.ts';
import { readRankingSearch } from './ranking-search.ts';
import { type RankingView, toRankingView } from './ranking-view.ts';

const route = getRouteApi('/workout-ranking/$workoutType/$rankingType');
const place = '/workout-ranking/';

/** What is on the screen: it stays until the next one's data are there. */
export function useShownRanking(): RankingView {
  return toRankingView(route.useParams(), route.useSearch());
}

/** What was chosen last, by the address, so that a choice is marked at once. */
export function useChosenRanking(): RankingView {
  const shown = useShownRanking();
  const pathname = useLocation({ select: (location) => location.pathname });
  const search = useLocation({
    select: (location) => readRankingSearch(location.search),
    structuralSharing: true,
  });
  if (!pathname.startsWith(place)) return shown;
  const [workoutType = '', rankingType = ''] = pathname.slice(place.length).split('/');
  const params = parseRankingParams({ workoutType, rankingType });
  return params ? toRankingView(params, search) : shown;
}

/** Whether another ranking is on its way. */
export function useRankingBusy(): boolean {
  return useRouterState({
    select: ({ isLoading, location }) => isLoading && location.pathname.startsWith(place),
  });
}

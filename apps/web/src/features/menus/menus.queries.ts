import { listTrainingSessionRuns } from '@tanren/contract/menus/menu-runs';
import {
  listTrainerTrainingSessions,
  listFavoriteTrainingSessions,
  listMyTrainingSessions,
  listTrainingSessionTags,
  searchTrainingSessions,
  type TrainingSessionSummary,
} from '@tanren/contract/menus/menus';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { doneRunsKey, trainingSessionsKey } from '#entities/menus/menus.queries.ts';
import { callApi } from '#lib/api.ts';
import type { MenuSearch } from './menu-search.ts';

export interface MenuPage {
  readonly items: TrainingSessionSummary[];
  readonly nextCursor: string | null;
}

interface Paging {
  readonly cursor?: string;
}

export const menuListsKey = [trainingSessionsKey, 'list'] as const;

function menuListQuery(
  name: string,
  search: MenuSearch,
  ask: (paging: Paging, signal: AbortSignal) => Promise<MenuPage>,
) {
  return infiniteQueryOptions({
    queryKey: [...menuListsKey, name, search],
    queryFn: ({ pageParam, signal }) =>
      ask(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Other members create, change and hide menus, so the list is read again at each visit while
    // the cached one is shown. The loader has just read it, so 3 seconds count as fresh.
    staleTime: 3_000,
    gcTime: 30 * 60_000,
  });
}

export const myMenusQuery = menuListQuery('mine', {}, (querystring, signal) =>
  callApi(listMyTrainingSessions, { querystring }, signal),
);

export const favoriteMenusQuery = menuListQuery('favorites', {}, (querystring, signal) =>
  callApi(listFavoriteTrainingSessions, { querystring }, signal),
);

/** Menus that trainers made for the member. */
export const trainerMenusQuery = menuListQuery('by-trainer', {}, (querystring, signal) =>
  callApi(listTrainerTrainingSessions, { querystring }, signal),
);

export function searchMenusQuery(search: MenuSearch) {
  return menuListQuery('search', search, (paging, signal) =>
    callApi(searchTrainingSessions, { querystring: { ...search, ...paging } }, signal),
  );
}

/** Reads the most used tags, or those that contain the given text. */
export function menuTagsQuery(query: string) {
  return queryOptions({
    queryKey: [trainingSessionsKey, 'tags', query],
    queryFn: ({ signal }) =>
      callApi(listTrainingSessionTags, { querystring: query === '' ? {} : { query } }, signal),
    // The tags are only suggestions, and the page works without them.
    meta: { errorShownByPage: true },
  });
}

const runsAtOnce = 5;

/** Reads when the member completed a menu, with the results. */
export function doneRunsQuery(trainingSessionId: number) {
  return infiniteQueryOptions({
    queryKey: [doneRunsKey, trainingSessionId],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listTrainingSessionRuns,
        {
          querystring: {
            trainingSessionId,
            limit: runsAtOnce,
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

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
import type { SessionSearch } from './menu-search.ts';

export interface SessionPage {
  readonly items: TrainingSessionSummary[];
  readonly nextCursor: string | null;
}

interface Paging {
  readonly cursor?: string;
}

export const sessionListsKey = [trainingSessionsKey, 'list'] as const;

function sessionListQuery(
  name: string,
  search: SessionSearch,
  ask: (paging: Paging, signal: AbortSignal) => Promise<SessionPage>,
) {
  return infiniteQueryOptions({
    queryKey: [...sessionListsKey, name, search],
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

export const mySessionsQuery = sessionListQuery('mine', {}, (querystring, signal) =>
  callApi(listMyTrainingSessions, { querystring }, signal),
);

export const favoriteSessionsQuery = sessionListQuery('favorites', {}, (querystring, signal) =>
  callApi(listFavoriteTrainingSessions, { querystring }, signal),
);

/** Menus that trainers made for the member. */
export const trainerSessionsQuery = sessionListQuery('by-trainer', {}, (querystring, signal) =>
  callApi(listTrainerTrainingSessions, { querystring }, signal),
);

export function searchSessionsQuery(search: SessionSearch) {
  return sessionListQuery('search', search, (paging, signal) =>
    callApi(searchTrainingSessions, { querystring: { ...search, ...paging } }, signal),
  );
}

/** Reads the most used tags, or those that contain the given text. */
export function sessionTagsQuery(query: string) {
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

import { getVisits, listVisits, type Visit } from '@tanren/contract/visits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

export function visitsQuery(workoutType: number | null) {
  return infiniteQueryOptions({
    queryKey: ['visits', 'list', workoutType],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listVisits,
        {
          querystring: {
            ...(workoutType === null ? {} : { workoutType }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** null: there was none yet. */
export const lastVisitQuery = queryOptions({
  queryKey: ['visits', 'last'],
  queryFn: async ({ signal }): Promise<Visit | null> => {
    const { items } = await callApi(listVisits, { querystring: { limit: 1 } }, signal);
    return items[0] ?? null;
  },
});

/** More visits than anybody has in the three weeks that a summary of last week looks at. */
const maxRecentVisits = 50;

/** The newest visits, enough for last week and the week before it. */
export const recentVisitsQuery = queryOptions({
  queryKey: ['visits', 'recent'],
  queryFn: async ({ signal }): Promise<readonly Visit[]> =>
    (await callApi(listVisits, { querystring: { limit: maxRecentVisits } }, signal)).items,
  meta: { errorShownByPage: true },
});

/** One for each gym, the one entered last first; null: the member was nowhere on that day. */
export function visitsOfDayQuery(date: string) {
  return queryOptions({
    queryKey: ['visits', 'day', date],
    queryFn: async ({ signal }): Promise<readonly Visit[] | null> => {
      try {
        return (await callApi(getVisits, { params: { date } }, signal)).visits;
      } catch (error) {
        if (isApiError(error, 404)) return null;
        throw error;
      }
    },
  });
}

import {
  getVisits,
  listVisits,
  listVisitsOfMonth,
  type Visit,
} from '@tanren/contract/workouts/visits';
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

/** Fetches the newest visit. The answer is `null` while the member has none. */
export const lastVisitQuery = queryOptions({
  queryKey: ['visits', 'last'],
  queryFn: async ({ signal }): Promise<Visit | null> => {
    const { items } = await callApi(listVisits, { querystring: { limit: 1 } }, signal);
    return items[0] ?? null;
  },
});

/** Fetches the visits of a month such as `2026-11`, without their workouts. */
export function visitsOfMonthQuery(month: string) {
  return queryOptions({
    queryKey: ['visits', 'month', month],
    queryFn: ({ signal }) => callApi(listVisitsOfMonth, { params: { month } }, signal),
  });
}

/** Upper limit for the visits of the three weeks that the summary of last week needs. */
const maxRecentVisits = 50;

/** Fetches the newest visits, enough for last week and the week before it. */
export const recentVisitsQuery = queryOptions({
  queryKey: ['visits', 'recent'],
  queryFn: async ({ signal }): Promise<readonly Visit[]> =>
    (await callApi(listVisits, { querystring: { limit: maxRecentVisits } }, signal)).items,
  meta: { errorShownByPage: true },
});

/**
 * Fetches the visits of a day, one for each gym, the last one entered first. The answer is `null`
 * when the member visited no gym on that day.
 */
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

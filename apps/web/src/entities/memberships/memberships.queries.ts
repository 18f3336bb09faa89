import { listMyMemberships, type MyMemberships } from '@tanren/contract/memberships/memberships';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { changeVisits, type VisitDay } from './membership-rights.ts';

/** First part of the key of every query about the member's own memberships. */
export const membershipsKey = 'memberships';

/**
 * Fetches the member's own memberships. Staff may change them at any time, and each reservation
 * uses up a visit, so the answer is fresh for five seconds only.
 */
export const myMembershipsQuery = queryOptions({
  queryKey: [membershipsKey, 'mine'],
  queryFn: ({ signal }) => callApi(listMyMemberships, {}, signal),
  staleTime: 5_000,
  meta: { errorShownByPage: true },
});

/**
 * Returns how far the member is in joining a gym. Returns `null` until the memberships are loaded.
 */
export function readJoining(mine: MyMemberships | undefined): 'joined' | 'asked' | 'none' | null {
  if (mine === undefined) return null;
  if (mine.memberships.some(({ state }) => state !== 'ended')) return 'joined';
  return mine.requests.some(({ kind }) => kind === 'join') ? 'asked' : 'none';
}

/**
 * Adds or removes a visit in the cached memberships before the server answers, and returns them.
 */
export function countVisit(
  queryClient: QueryClient,
  visit: VisitDay,
  by: 1 | -1,
): MyMemberships | undefined {
  const { queryKey } = myMembershipsQuery;
  queryClient.setQueryData(queryKey, (mine) => mine && changeVisits(mine, visit, by));
  return queryClient.getQueryData(queryKey);
}

import { listMyMemberships, type MyMemberships } from '@tanren/contract/memberships';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { changeVisits, type VisitDay } from './membership-rights.ts';

/** Begins the key of every query about the memberships of the member. */
export const membershipsKey = 'memberships';

/** Staff may change them at any time, and each reservation uses up a visit. */
export const myMembershipsQuery = queryOptions({
  queryKey: [membershipsKey, 'mine'],
  queryFn: ({ signal }) => callApi(listMyMemberships, {}, signal),
  staleTime: 5_000,
  meta: { errorShownByPage: true },
});

/** What a member without a reservation has to do first, if anything; unknown until it is asked. */
export function readJoining(mine: MyMemberships | undefined): 'joined' | 'asked' | 'none' | null {
  if (mine === undefined) return null;
  if (mine.memberships.some(({ state }) => state !== 'ended')) return 'joined';
  return mine.requests.some(({ kind }) => kind === 'join') ? 'asked' : 'none';
}

/** Counts a visit more or less at once, before the next answer does; tells how it is then. */
export function countVisit(
  queryClient: QueryClient,
  visit: VisitDay,
  by: 1 | -1,
): MyMemberships | undefined {
  const { queryKey } = myMembershipsQuery;
  queryClient.setQueryData(queryKey, (mine) => mine && changeVisits(mine, visit, by));
  return queryClient.getQueryData(queryKey);
}

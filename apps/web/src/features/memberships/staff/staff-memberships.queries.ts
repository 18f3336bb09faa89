import type { EndpointInput } from '@tanren/contract/endpoint';
import {
  changeMembership,
  decideMembershipRequest,
  enrolMember,
  getStaffMembership,
  listMembershipRequests,
  listMemberships,
  listMembershipsOfMember,
  setNameKana,
  type StaffMembershipDetail,
} from '@tanren/contract/memberships/staff-memberships';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

const key = 'staff-memberships';

/** Reads the requests that wait for a decision at a gym, oldest first. */
export function membershipRequestsQuery(gymId: number) {
  return infiniteQueryOptions({
    queryKey: [key, 'requests', gymId],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listMembershipRequests,
        { params: { gymId }, querystring: pageParam === null ? {} : { cursor: pageParam } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Members send requests and colleagues decide them at any time.
    staleTime: 3_000,
    refetchInterval: 60_000,
    meta: { errorShownByPage: true },
  });
}

/**
 * Options without automatic refetching, because the server logs each read. A return to the page
 * shows the cached result.
 */
const looked = {
  staleTime: 15 * 60 * 1000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/**
 * Reads the memberships that match the query. An empty query reads all of the gym, newest first.
 */
export function membershipsQuery(gymId: number, query: string) {
  return infiniteQueryOptions({
    queryKey: [key, 'found', gymId, query],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listMemberships,
        {
          params: { gymId },
          querystring: {
            ...(query === '' ? {} : { query }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...looked,
  });
}

export function membershipsOfMemberQuery(member: string) {
  return queryOptions({
    queryKey: [key, 'member', member],
    queryFn: ({ signal }) => callApi(listMembershipsOfMember, { params: { member } }, signal),
    ...looked,
    meta: { errorShownByPage: true },
  });
}

/** Reads one membership. The data is `null` when it does not exist. */
export function staffMembershipQuery(membershipId: number) {
  return queryOptions({
    queryKey: [key, 'one', membershipId],
    queryFn: async ({ signal }): Promise<StaffMembershipDetail | null> => {
      try {
        return await callApi(getStaffMembership, { params: { membershipId } }, signal);
      } catch (error) {
        if (isApiError(error, 404)) return null;
        throw error;
      }
    },
    ...looked,
  });
}

/** Stores the changed membership from the answer. Lists are read again when they are shown. */
async function cacheChanged(
  queryClient: QueryClient,
  detail: StaffMembershipDetail,
): Promise<void> {
  const { queryKey } = staffMembershipQuery(detail.membership.membershipId);
  await queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' });
  queryClient.setQueryData(queryKey, detail);
}

export type MembershipChange = EndpointInput<typeof changeMembership>['body'];

export async function sendChange(
  queryClient: QueryClient,
  membershipId: number,
  body: MembershipChange,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey: staffMembershipQuery(membershipId).queryKey });
  const detail = await callApi(changeMembership, { params: { membershipId }, body });
  await cacheChanged(queryClient, detail);
}

/** Saves the フリガナ of a membership. An empty one removes it. */
export async function sendNameKana(
  queryClient: QueryClient,
  membershipId: number,
  nameKana: string,
): Promise<void> {
  const detail = await callApi(setNameKana, { params: { membershipId }, body: { nameKana } });
  await cacheChanged(queryClient, detail);
}

type Decision = EndpointInput<typeof decideMembershipRequest>['body'];

export async function sendDecision(
  queryClient: QueryClient,
  requestId: number,
  body: Decision,
): Promise<void> {
  await callApi(decideMembershipRequest, { params: { requestId }, body });
  await refreshMemberships(queryClient);
}

type Enrolment = EndpointInput<typeof enrolMember>['body'];

/** Enrols a member and returns the id of the new membership. */
export async function sendEnrolment(
  queryClient: QueryClient,
  gymId: number,
  body: Enrolment,
): Promise<number> {
  const detail = await callApi(enrolMember, { params: { gymId }, body });
  await cacheChanged(queryClient, detail);
  return detail.membership.membershipId;
}

/** Reads everything again after a colleague's change. */
export async function refreshMemberships(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [key] });
}

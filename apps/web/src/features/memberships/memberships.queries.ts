import { getMyDues } from '@tanren/contract/memberships/dues';
import {
  listMyMembershipEvents,
  type MyMemberships,
} from '@tanren/contract/memberships/memberships';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { membershipsKey, myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { refreshReservations } from '#entities/booking/reservations.queries.ts';
import { callApi } from '#lib/api.ts';

/** Reads the history, newest first. */
export const membershipEventsQuery = infiniteQueryOptions({
  queryKey: [membershipsKey, 'events'],
  queryFn: ({ pageParam, signal }) =>
    callApi(
      listMyMembershipEvents,
      { querystring: pageParam === null ? {} : { cursor: pageParam } },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 0,
});

/** Reads what the member owes and has paid. The page is complete without it. */
export const myDuesQuery = queryOptions({
  queryKey: [membershipsKey, 'dues'],
  queryFn: ({ signal }) => callApi(getMyDues, {}, signal),
  staleTime: 5_000,
  meta: { errorShownByPage: true },
});

/** Stores the answer and refreshes the reservations, because the change may have cancelled some. */
function showMemberships(queryClient: QueryClient, mine: MyMemberships): void {
  queryClient.setQueryData(myMembershipsQuery.queryKey, mine);
  void refreshReservations(queryClient);
}

/** Returns a mutation that changes memberships. The form shows the reason of a refusal. */
export function useMembershipCall<V>(call: (variables: V) => Promise<MyMemberships>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (mine) => {
      showMemberships(queryClient, mine);
    },
    // Either the page was out of date, or the call succeeded and its answer was lost.
    onError: () => queryClient.invalidateQueries({ queryKey: [membershipsKey] }),
    meta: { errorShownByForm: true },
  });
}

import {
  listMyMembershipEvents,
  type MyMemberships,
} from '@tanren/contract/memberships/memberships';
import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { membershipsKey, myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { refreshReservations } from '#entities/booking/reservations.queries.ts';
import { callApi } from '#lib/api.ts';
import { makeUuid } from '#lib/make-uuid.ts';

/** The newest first. */
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

/** What the answer says is shown at once; reservations may have gone with it. */
function showMemberships(queryClient: QueryClient, mine: MyMemberships): void {
  queryClient.setQueryData(myMembershipsQuery.queryKey, mine);
  void refreshReservations(queryClient);
}

/** A call that changes memberships; why it is refused is told where it was asked for. */
export function useMembershipCall<V>(call: (variables: V) => Promise<MyMemberships>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (mine) => {
      showMemberships(queryClient, mine);
    },
    // The page was out of date; or the call was carried out, and its answer got lost.
    onError: () => queryClient.invalidateQueries({ queryKey: [membershipsKey] }),
    meta: { errorShownByForm: true },
  });
}

/** Names what is sent: the same when the same is sent again, because an answer may have got lost. */
export function useDraftId(): (sent: unknown) => string {
  const last = useRef<{ readonly text: string; readonly draftId: string } | null>(null);
  return (sent) => {
    const text = JSON.stringify(sent);
    if (last.current?.text !== text) last.current = { text, draftId: makeUuid() };
    return last.current.draftId;
  };
}

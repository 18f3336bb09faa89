import { listMyWaits } from '@tanren/contract/reservation-waits';
import { listMyReservations, listReservationSlots } from '@tanren/contract/training-reservations';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { trainingReservationsKey } from '#lib/next-reservation.ts';

/** Others reserve meanwhile: asked this often, while somebody looks. */
const lively = {
  refetchInterval: 10_000,
  staleTime: 2_000,
  meta: { toldByPage: true },
} as const;

export function slotsQuery(gymId: number, date: string) {
  return queryOptions({
    queryKey: [trainingReservationsKey, 'slots', gymId, date],
    queryFn: async ({ signal }) =>
      (await callApi(listReservationSlots, { params: { gymId, date } }, signal)).slots,
    ...lively,
  });
}

/** All there are: their number is limited to far less than a page. */
export const myReservationsQuery = queryOptions({
  queryKey: [trainingReservationsKey, 'mine'],
  queryFn: async ({ signal }) =>
    (await callApi(listMyReservations, { querystring: { time: 'upcoming' } }, signal)).items,
  ...lively,
});

export const myWaitsQuery = queryOptions({
  queryKey: [trainingReservationsKey, 'waits'],
  queryFn: ({ signal }) => callApi(listMyWaits, {}, signal),
  ...lively,
});

/**
 * Those that the gym took back and that would still be ahead: cancelled ones come with the past,
 * the latest first.
 */
export const gymCancelledQuery = queryOptions({
  queryKey: [trainingReservationsKey, 'cancelled-by-gym'],
  queryFn: async ({ signal }) => {
    const { items } = await callApi(listMyReservations, { querystring: { time: 'past' } }, signal);
    return items.filter(({ gymCancelReason }) => gymCancelReason !== null);
  },
  meta: { toldByPage: true },
});

export const pastReservationsQuery = infiniteQueryOptions({
  queryKey: [trainingReservationsKey, 'past'],
  queryFn: ({ pageParam, signal }) => {
    const cursor = pageParam === null ? {} : { cursor: pageParam };
    return callApi(listMyReservations, { querystring: { time: 'past', ...cursor } }, signal);
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

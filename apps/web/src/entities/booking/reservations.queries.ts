import {
  listMyReservations,
  type TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { membershipsKey } from '#entities/memberships/memberships.queries.ts';
import { callApi } from '#lib/api.ts';

/**
 * First part of the key of every query that becomes outdated when a reservation is made, moved or
 * cancelled.
 */
export const trainingReservationsKey = 'training-reservations';

/** Fetches the current or next reservation in any gym. Another device may change it. */
export const nextReservationQuery = queryOptions({
  queryKey: [trainingReservationsKey, 'next'],
  queryFn: async ({ signal }): Promise<TrainingReservation | null> => {
    const querystring = { time: 'upcoming', limit: 1 } as const;
    const { items } = await callApi(listMyReservations, { querystring }, signal);
    return items[0] ?? null;
  },
  staleTime: 0,
});

/**
 * Options for lists of slots. Other members reserve at the same time, so visible lists are
 * refetched.
 */
export const refreshed = {
  refetchInterval: 10_000,
  staleTime: 2_000,
  meta: { errorShownByPage: true },
} as const;

/** Fetches all upcoming reservations. A member can have far fewer of them than one page holds. */
export const myReservationsQuery = queryOptions({
  queryKey: [trainingReservationsKey, 'mine'],
  queryFn: async ({ signal }) =>
    (await callApi(listMyReservations, { querystring: { time: 'upcoming' } }, signal)).items,
  ...refreshed,
});

/**
 * First parts of the keys of all queries that depend on reservations: the expected visitors, the
 * door and the visits left in the month.
 */
const changedByReservations = [trainingReservationsKey, membershipsKey, 'gym-crowd', 'gym-door'];

/** Refetches everything that depends on reservations. Answers still on their way are discarded. */
export async function refreshReservations(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [noun] }) =>
      typeof noun === 'string' && changedByReservations.includes(noun),
  });
}

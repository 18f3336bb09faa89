import {
  listMyReservations,
  type TrainingReservation,
} from '@tanren/contract/training-reservations';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { membershipsKey } from '#entities/memberships/memberships.queries.ts';
import { callApi } from '#lib/api.ts';

/** Begins the key of every query that a reservation made, moved or cancelled makes old. */
export const trainingReservationsKey = 'training-reservations';

/** The reservation that runs or comes next, in whichever gym. Another device may change it. */
export const nextReservationQuery = queryOptions({
  queryKey: [trainingReservationsKey, 'next'],
  queryFn: async ({ signal }): Promise<TrainingReservation | null> => {
    const querystring = { time: 'upcoming', limit: 1 } as const;
    const { items } = await callApi(listMyReservations, { querystring }, signal);
    return items[0] ?? null;
  },
  staleTime: 0,
});

/** Other members reserve meanwhile, so the lists are fetched this often while they are shown. */
export const refreshed = {
  refetchInterval: 10_000,
  staleTime: 2_000,
  meta: { errorShownByPage: true },
} as const;

/** All there are: their number is limited to far less than a page. */
export const myReservationsQuery = queryOptions({
  queryKey: [trainingReservationsKey, 'mine'],
  queryFn: async ({ signal }) =>
    (await callApi(listMyReservations, { querystring: { time: 'upcoming' } }, signal)).items,
  ...refreshed,
});

/**
 * What depends on reservations elsewhere in the app: who is expected, whether the door opens, and
 * how many visits of the month are left.
 */
const changedByReservations = [trainingReservationsKey, membershipsKey, 'gym-crowd', 'gym-door'];

/** After anything that changes reservations; answers that are on their way are thrown away. */
export async function refreshReservations(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [noun] }) =>
      typeof noun === 'string' && changedByReservations.includes(noun),
  });
}

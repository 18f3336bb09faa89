import {
  listMyReservations,
  type TrainingReservation,
} from '@tanren/contract/training-reservations';
import { queryOptions } from '@tanstack/react-query';
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

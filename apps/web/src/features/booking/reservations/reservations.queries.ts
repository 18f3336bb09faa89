import {
  getMyReservation,
  listMyReservations,
  listMyWaits,
  listReservationDays,
  listReservationSlots,
  type ReservationSlot,
  suggestDay,
  type TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  myReservationsQuery,
  refreshed,
  trainingReservationsKey,
} from '#entities/booking/reservations.queries.ts';
import { gymHoursQuery, gymQuery } from '#entities/gyms/gyms.queries.ts';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

export function slotsQuery(gymId: number, date: string) {
  return queryOptions({
    queryKey: [trainingReservationsKey, 'slots', gymId, date],
    queryFn: async ({ signal }) =>
      (await callApi(listReservationSlots, { params: { gymId, date } }, signal)).slots,
    ...refreshed,
  });
}

/**
 * Reads how full each day is. Any member's reservation changes it, so the numbers are approximate.
 */
export function reservationDaysQuery(gymId: number) {
  return queryOptions({
    queryKey: [trainingReservationsKey, 'days', gymId],
    queryFn: async ({ signal }) =>
      (await callApi(listReservationDays, { params: { gymId } }, signal)).days,
    staleTime: 10_000,
    refetchInterval: 60_000,
    meta: { errorShownByPage: true },
  });
}

/**
 * Reads in one call what the page shows of a gym when it opens, and caches each part as the answer
 * to its own call. `gymId` is `null` when the member has chosen no gym; the server then suggests
 * one.
 */
export async function loadSuggestedDay(
  queryClient: QueryClient,
  gymId: number | null,
): Promise<void> {
  const { suggestion } = await callApi(suggestDay, {
    querystring: gymId === null ? {} : { gymId },
  });
  if (suggestion === null) return;
  const { gym, hours, days, date, slots } = suggestion;
  queryClient.setQueryData(gymQuery(gym.id).queryKey, gym);
  queryClient.setQueryData(gymHoursQuery(gym.id).queryKey, hours);
  queryClient.setQueryData(reservationDaysQuery(gym.id).queryKey, days);
  if (date !== null) queryClient.setQueryData(slotsQuery(gym.id, date).queryKey, slots);
}

/**
 * Reads one reservation. The data is `null` when it does not exist or belongs to another member.
 */
export function reservationQuery(reservationId: number) {
  return queryOptions({
    queryKey: [trainingReservationsKey, 'one', reservationId],
    queryFn: async ({ signal }): Promise<TrainingReservation | null> => {
      try {
        return await callApi(getMyReservation, { params: { reservationId } }, signal);
      } catch (error) {
        if (isApiError(error, 404)) return null;
        throw error;
      }
    },
    staleTime: refreshed.staleTime,
  });
}

export const myWaitsQuery = queryOptions({
  queryKey: [trainingReservationsKey, 'waits'],
  queryFn: ({ signal }) => callApi(listMyWaits, {}, signal),
  ...refreshed,
});

/**
 * Reads the reservations that the gym cancelled and that would still be ahead. Cancelled
 * reservations are part of the past list, which starts with the latest.
 */
export const gymCancelledQuery = queryOptions({
  queryKey: [trainingReservationsKey, 'cancelled-by-gym'],
  queryFn: async ({ signal }) => {
    const { items } = await callApi(listMyReservations, { querystring: { time: 'past' } }, signal);
    return items.filter(({ gymCancelReason }) => gymCancelReason !== null);
  },
  meta: { errorShownByPage: true },
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

type Reserved = Pick<TrainingReservation, 'id' | 'gymId' | 'date' | 'startsAt'>;

function isSame(a: string, b: string): boolean {
  return Date.parse(a) === Date.parse(b);
}

function changeSlot(
  queryClient: QueryClient,
  { gymId, date, startsAt }: Omit<Reserved, 'id'>,
  change: (slot: ReservationSlot) => ReservationSlot,
): void {
  queryClient.setQueryData(slotsQuery(gymId, date).queryKey, (slots) =>
    slots?.map((slot) => (isSame(slot.startsAt, startsAt) ? change(slot) : slot)),
  );
}

function isOffered({ myWait }: ReservationSlot): boolean {
  return myWait !== null && myWait.offeredUntil !== null;
}

/** Shows the slot as bookable after the server refused a wait because a seat is free. */
export function showAvailable(queryClient: QueryClient, slot: Omit<Reserved, 'id'>): void {
  changeSlot(queryClient, slot, (shown) => ({ ...shown, remaining: Math.max(1, shown.remaining) }));
}

/** Updates the cached lists at once, so they are correct even if the next refetch fails. */
export function showReserved(queryClient: QueryClient, reservation: TrainingReservation): void {
  changeSlot(queryClient, reservation, (slot) => ({
    ...slot,
    mine: true,
    reservationId: reservation.id,
    // `remaining` did not include a seat that was offered to this member.
    remaining: isOffered(slot) ? slot.remaining : Math.max(0, slot.remaining - 1),
    myWait: null,
  }));
  queryClient.setQueryData(myReservationsQuery.queryKey, (mine) =>
    mine === undefined
      ? mine
      : [...mine.filter(({ id }) => id !== reservation.id), reservation].toSorted(
          (a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt),
        ),
  );
}

/**
 * Removes the reservation from the cached lists. The seat goes to the first waiting member, so
 * `remaining` grows only when the waiting list is empty.
 */
export function showReleased(queryClient: QueryClient, reservation: Reserved): void {
  changeSlot(queryClient, reservation, (slot) => ({
    ...slot,
    mine: false,
    reservationId: null,
    remaining: slot.waiting > 0 ? slot.remaining : slot.remaining + 1,
  }));
  queryClient.setQueryData(myReservationsQuery.queryKey, (mine) =>
    mine?.filter(({ id }) => id !== reservation.id),
  );
}

/** Returns whether the last answer marked the slot as the member's own. */
export function isShownAsMine(queryClient: QueryClient, slot: Omit<Reserved, 'id'>): boolean {
  const slots = queryClient.getQueryData(slotsQuery(slot.gymId, slot.date).queryKey);
  return slots?.some(({ mine, startsAt }) => mine && isSame(startsAt, slot.startsAt)) ?? false;
}

import { type GymDoor, getGymDoor } from '@tanren/contract/gym-door';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { serverNow } from '#lib/server-time.ts';
import { askAgainIn } from './door-state.ts';
import { trainingReservationsKey } from '#lib/next-reservation.ts';

export interface AskedDoor {
  readonly door: GymDoor;
  /** Added to `serverNow` it is exact to the millisecond, and never ahead of the server's. */
  readonly clockOffset: number;
}

const afterFailureMs = 10_000;

async function askDoor(
  gymId: number,
  keepChangeable: boolean,
  signal: AbortSignal,
): Promise<AskedDoor> {
  const querystring = keepChangeable ? { keepChangeable } : {};
  const door = await callApi(getGymDoor, { params: { gymId }, querystring }, signal);
  return { door, clockOffset: Date.parse(door.serverTime) - serverNow() };
}

/**
 * The member's own wish, after which the reservation can no longer be moved or cancelled. The
 * answer is that of `doorQuery`, which gets codes from then on, too.
 */
export async function showCodes(queryClient: QueryClient, gymId: number): Promise<void> {
  const { queryKey } = doorQuery(gymId);
  await queryClient.cancelQueries({ queryKey });
  await queryClient.query({
    queryKey,
    queryFn: ({ signal }) => askDoor(gymId, false, signal),
    staleTime: 0,
  });
  await queryClient.invalidateQueries({ queryKey: [trainingReservationsKey] });
}

export function doorQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gym-door', gymId],
    queryFn: async ({ signal }): Promise<AskedDoor> => await askDoor(gymId, true, signal),
    // The codes at hand serve without a network; the panel tells when there are none.
    meta: { toldByPage: true },
    // Not twice by the same page as it opens.
    staleTime: 5_000,
    refetchOnReconnect: true,
    refetchInterval: ({ state: { data, status } }) =>
      data === undefined || status === 'error'
        ? afterFailureMs
        : askAgainIn(data.door, serverNow() + data.clockOffset),
  });
}

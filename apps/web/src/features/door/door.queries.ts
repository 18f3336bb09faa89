import { type GymDoor, getGymDoor } from '@tanren/contract/gym-door';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { serverNow } from '#lib/server-time.ts';
import { askAgainIn } from './door-state.ts';

export interface AskedDoor {
  readonly door: GymDoor;
  /** Added to `serverNow` it is exact to the millisecond, and never ahead of the server's. */
  readonly clockOffset: number;
}

const afterFailureMs = 10_000;

export function doorQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gym-door', gymId],
    queryFn: async ({ signal }): Promise<AskedDoor> => {
      const door = await callApi(getGymDoor, { params: { gymId } }, signal);
      return { door, clockOffset: Date.parse(door.serverTime) - serverNow() };
    },
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

import { getGymDoor, type GymDoor } from '@tanren/contract/booking/gym-door';
import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { trainingReservationsKey } from '#entities/booking/reservations.queries.ts';
import { storeAnswer } from '#lib/offline/stored-answers.ts';
import { requireNetwork, useOffline } from '#lib/offline/network.ts';
import { serverNow, useNow } from '#lib/server-time.ts';
import { getRefetchDelay, type DoorState, readDoorState } from './door-state.ts';

interface FetchedDoor {
  readonly door: GymDoor;
  /**
   * Milliseconds to add to `serverNow`. The sum is exact to the millisecond and never ahead of the
   * server's clock.
   */
  readonly clockOffset: number;
}

const afterFailureMs = 10_000;

async function fetchDoor(
  gymId: number,
  keepChangeable: boolean,
  signal?: AbortSignal,
): Promise<FetchedDoor> {
  const request = { params: { gymId }, querystring: { keepChangeable } };
  const door = await callApi(getGymDoor, request, signal);
  return { door, clockOffset: Date.parse(door.serverTime) - serverNow() };
}

/**
 * Shows the codes at the member's own request, after which the reservation can no longer be moved
 * or cancelled. The answer is stored for `doorQuery`, which also receives codes from then on.
 */
function showCodesMutation(queryClient: QueryClient, gymId: number) {
  const { queryKey } = doorQuery(gymId);
  return mutationOptions({
    mutationFn: async () => {
      requireNetwork('入館コードの表示');
      await queryClient.cancelQueries({ queryKey });
      return await fetchDoor(gymId, false);
    },
    onSuccess: async (asked) => {
      queryClient.setQueryData(queryKey, asked);
      // The codes are stored on the device because there may be no network at the door.
      await storeAnswer(queryKey, asked);
      await queryClient.invalidateQueries({ queryKey: [trainingReservationsKey] });
    },
  });
}

export function doorQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gym-door', gymId],
    queryFn: async ({ signal }): Promise<FetchedDoor> => await fetchDoor(gymId, true, signal),
    // Codes that were already received work without a network. The panel shows a message when there
    // are none.
    meta: { errorShownByPage: true },
    // One page does not ask twice while it opens.
    staleTime: 5_000,
    refetchOnReconnect: true,
    refetchInterval: ({ state: { data, status } }) =>
      data === undefined || status === 'error'
        ? afterFailureMs
        : getRefetchDelay(data.door, serverNow() + data.clockOffset),
  });
}

export interface DoorView {
  readonly gymId: number;
  /** `null` until the first answer arrives. */
  readonly state: DoorState | null;
  /** Whether the server cannot be reached. The shown state then comes from an earlier answer. */
  readonly isCutOff: boolean;
  /** Current time in milliseconds by the server's clock. */
  readonly now: number;
  readonly retry: () => void;
  /** Reveals the code of a reservation that can still be changed, which makes the change final. */
  readonly show: () => void;
  readonly isShowing: boolean;
}

/**
 * Interval for updating the seconds. With an interval of one second they would advance unevenly.
 */
const lookEveryMs = 250;

export function useDoor(gymId: number): DoorView {
  const { data, isError, refetch } = useQuery(doorQuery(gymId));
  const queryClient = useQueryClient();
  const offline = useOffline();
  const { mutate, isPending } = useMutation(showCodesMutation(queryClient, gymId));
  const now = useNow(lookEveryMs) + (data?.clockOffset ?? 0);
  return {
    gymId,
    state: data === undefined ? null : readDoorState(data.door, now),
    // The cache returns earlier answers in place of errors while the network is down.
    isCutOff: isError || offline,
    now,
    retry: () => {
      void refetch();
    },
    show: () => {
      if (!isPending) mutate();
    },
    isShowing: isPending,
  };
}

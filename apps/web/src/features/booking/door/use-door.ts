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
import { keepAnswer } from '#lib/offline/kept-answers.ts';
import { requireNetwork, useOffline } from '#lib/offline/network.ts';
import { serverNow, useNow } from '#lib/server-time.ts';
import { askAgainIn, type DoorState, readDoorState } from './door-state.ts';

interface AskedDoor {
  readonly door: GymDoor;
  /** Added to `serverNow` it is exact to the millisecond, and never ahead of the server's. */
  readonly clockOffset: number;
}

const afterFailureMs = 10_000;

async function askDoor(
  gymId: number,
  keepChangeable: boolean,
  signal?: AbortSignal,
): Promise<AskedDoor> {
  const request = { params: { gymId }, querystring: { keepChangeable } };
  const door = await callApi(getGymDoor, request, signal);
  return { door, clockOffset: Date.parse(door.serverTime) - serverNow() };
}

/**
 * The member's own wish, after which the reservation can no longer be moved or cancelled. The
 * answer is that of `doorQuery`, which gets codes from then on, too.
 */
function showCodesMutation(queryClient: QueryClient, gymId: number) {
  const { queryKey } = doorQuery(gymId);
  return mutationOptions({
    mutationFn: async () => {
      requireNetwork('入館コードの表示');
      await queryClient.cancelQueries({ queryKey });
      return await askDoor(gymId, false);
    },
    onSuccess: async (asked) => {
      queryClient.setQueryData(queryKey, asked);
      // The door may be where there is no network.
      await keepAnswer(queryKey, asked);
      await queryClient.invalidateQueries({ queryKey: [trainingReservationsKey] });
    },
  });
}

export function doorQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gym-door', gymId],
    queryFn: async ({ signal }): Promise<AskedDoor> => await askDoor(gymId, true, signal),
    // The codes at hand serve without a network; the panel tells when there are none.
    meta: { errorShownByPage: true },
    // Not twice by the same page as it opens.
    staleTime: 5_000,
    refetchOnReconnect: true,
    refetchInterval: ({ state: { data, status } }) =>
      data === undefined || status === 'error'
        ? afterFailureMs
        : askAgainIn(data.door, serverNow() + data.clockOffset),
  });
}

export interface DoorView {
  readonly gymId: number;
  /** null: no answer yet. */
  readonly state: DoorState | null;
  /** The server cannot be reached: what is shown is from an earlier answer. */
  readonly isCutOff: boolean;
  /** By the server's clock. */
  readonly now: number;
  readonly askAgain: () => void;
  /** Of a reservation that can still be given back: the member wants the code instead. */
  readonly show: () => void;
  readonly isShowing: boolean;
}

/** The seconds go by unevenly when they are looked at once a second. */
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
    // A network that carries nothing shows earlier answers in place of errors.
    isCutOff: isError || offline,
    now,
    askAgain: () => {
      void refetch();
    },
    show: () => {
      if (!isPending) mutate();
    },
    isShowing: isPending,
  };
}

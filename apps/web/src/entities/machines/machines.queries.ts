import { getGymFloor } from '@tanren/contract/machines/gym-floor';
import {
  deleteTanrenConnection,
  type EndedConnection,
  getTanrenConnection,
  type TanrenConnection,
} from '@tanren/contract/machines/tanren-connection';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { nextMachinesQuery } from '#entities/menus/menus.queries.ts';
import { callApi } from '#lib/api.ts';

export interface TanrenLinkAnswer {
  readonly connection: TanrenConnection | null;
  /** Link that ended a short while ago. `null` if there is none. */
  readonly ended: EndedConnection | null;
  /** Whether the server can reach the machines. When absent, they count as reachable. */
  readonly machinesReachable?: boolean;
}

/** Interval in which a page that reports unreachable machines checks again. */
const outOfReachMs = 10_000;

/** Another device may link or unlink, so this query is always stale. */
export const tanrenConnectionQuery = queryOptions({
  queryKey: ['tanren-connection'],
  queryFn: ({ signal }): Promise<TanrenLinkAnswer> => callApi(getTanrenConnection, {}, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.machinesReachable === false ? outOfReachMs : false),
  // The answer is removed only when the member signs out. The live feed ends when it is removed.
  gcTime: Infinity,
});

/** First part of the query keys for the floors of gyms. */
export const gymFloorKey = 'gym-floor';

/** Reads which machines of a gym are free, every 15 seconds while the page is visible. */
export function gymFloorQuery(gymId: number) {
  return queryOptions({
    queryKey: [gymFloorKey, gymId],
    queryFn: ({ signal }) => callApi(getGymFloor, { params: { gymId } }, signal),
    meta: { errorShownByPage: true },
    staleTime: 5_000,
    refetchInterval: 15_000,
    refetchOnReconnect: true,
  });
}

/** Refetches which machines are free, and the order of the menu in progress that rests on it. */
export async function refreshMachines(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [gymFloorKey] }),
    queryClient.invalidateQueries({ queryKey: nextMachinesQuery.queryKey }),
  ]);
}

/** Longest time in milliseconds that signing out waits for the server. */
const longestWaitMs = 5000;

/**
 * Asks the server whether a machine is linked. Without an answer it returns the last known state.
 */
export async function isLinked(queryClient: QueryClient): Promise<boolean> {
  try {
    const { connection } = await callApi(
      getTanrenConnection,
      {},
      AbortSignal.timeout(longestWaitMs),
    );
    return connection !== null;
  } catch {
    const known = queryClient.getQueryData(tanrenConnectionQuery.queryKey);
    return (known?.connection ?? null) !== null;
  }
}

/** Ends the link and returns whether that succeeded. Signing out continues in either case. */
export async function endLink(): Promise<boolean> {
  try {
    await callApi(deleteTanrenConnection, {}, AbortSignal.timeout(longestWaitMs));
    return true;
  } catch {
    return false;
  }
}

import {
  deleteTanrenConnection,
  type EndedConnection,
  getTanrenConnection,
  type TanrenConnection,
} from '@tanren/contract/tanren-connection';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

export interface TanrenLinkAnswer {
  readonly connection: TanrenConnection | null;
  /** The link that ended a short while ago. */
  readonly ended: EndedConnection | null;
  /** Absent: as far as is known. */
  readonly machinesReachable?: boolean;
}

/** So soon a page that says that machines are out of reach takes it back. */
const outOfReachMs = 10_000;

/** Another device may link or unlink, so it is asked at every look. */
export const tanrenConnectionQuery = queryOptions({
  queryKey: ['tanren-connection'],
  queryFn: ({ signal }): Promise<TanrenLinkAnswer> => callApi(getTanrenConnection, {}, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.machinesReachable === false ? outOfReachMs : false),
  // It goes only when the member goes; the live feed takes that as the sign to end.
  gcTime: Infinity,
});

/** Whoever wants to sign out does not wait longer than this for a server that does not answer. */
const longestWaitMs = 5000;

/** Without an answer it is what was known last. */
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

/** Answers whether it is over: whoever signs out does so in any case. */
export async function endLink(): Promise<boolean> {
  try {
    await callApi(deleteTanrenConnection, {}, AbortSignal.timeout(longestWaitMs));
    return true;
  } catch {
    return false;
  }
}

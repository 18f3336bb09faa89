import { MutationCache, QueryCache, QueryClient, type QueryPersister } from '@tanstack/react-query';
import { ApiError, gatewayStatuses, logError, readCrowdedWaitMs } from './errors.ts';
import { waitAtMost } from './limit-time.ts';
import { notifyError } from './notifier.ts';
import { isOffline } from './offline/network.ts';

/**
 * Returns whether a second attempt may succeed: a rejection stays one, but a lost or overloaded
 * server may answer.
 */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiError) || gatewayStatuses.includes(error.status);
}

/** Creates the query client. `persister` handles every query and can answer without a network. */
export function createQueryClient(persister?: QueryPersister): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // A failed refetch is not reported, because it would repeat. The page shows how old its data
      // is.
      onError: (error, query) => {
        const { meta, state } = query;
        const recovers = recoverWhenCalm(queryClient, error);
        if (meta?.['errorShownByPage'] === true || (recovers && state.data !== undefined)) return;
        // A query without observers belongs to a loader, whose error fills the page, or to a
        // prefetch, whose error the page does not need.
        const isForLoader = query.getObserversCount() === 0;
        // The page already says that it loads by itself. The offline bar says that there is no
        // network, and how old the page is.
        if (recovers || isOffline() || isForLoader) logError(error);
        else notifyError(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (meta?.['errorShownByForm'] !== true) notifyError(error);
      },
    }),
    defaultOptions: {
      queries: {
        // The default waits silently while the browser is offline. The app reports it instead.
        networkMode: 'always',
        // The default for the network mode `always` would not refetch failed queries after a
        // reconnect.
        refetchOnReconnect: true,
        // A second attempt would only delay the page when there is certainly no network.
        retry: (failures, error) => failures < 1 && navigator.onLine && isWorthRetrying(error),
        retryDelay: 500,
        staleTime: 30_000,
        ...(persister ? { persister } : {}),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}

const waitingClients = new WeakSet<QueryClient>();

/**
 * Refetches queries that the server rejected with 429, all at once and after the time that it
 * named. Returns whether the error is such a rejection.
 */
function recoverWhenCalm(queryClient: QueryClient, error: Error): boolean {
  const waitMs = readCrowdedWaitMs(error);
  if (waitMs === null) return false;
  if (waitingClients.has(queryClient)) return true;
  waitingClients.add(queryClient);
  setTimeout(() => {
    waitingClients.delete(queryClient);
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => readCrowdedWaitMs(state.error) !== null,
    });
  }, waitMs);
  return true;
}

/** Time in milliseconds in which a page does not refetch what its loader has just fetched. */
export const loaderStaleMs = 1_000;

/**
 * Maximum time in milliseconds that a page waits for one of its cards when the network stops
 * answering.
 */
const timeoutMs = 3_000;

/** Waits for data that a page prefers to open with, but only briefly. It ignores failures. */
export async function waitBriefly(answer: Promise<unknown>): Promise<void> {
  await waitAtMost(timeoutMs, answer, null).catch(() => {});
}

import { MutationCache, QueryCache, QueryClient, type QueryPersister } from '@tanstack/react-query';
import { ApiError, gatewayStatuses, logError, readCrowdedWaitMs } from './errors.ts';
import { notifyError } from './notifier.ts';
import { isOffline } from './offline/network.ts';

/** A refusal stays a refusal; a lost or overloaded server may answer the second time. */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiError) || gatewayStatuses.includes(error.status);
}

/** `persister`: what every question passes, to be answered without a network if need be. */
export function createQueryClient(persister?: QueryPersister): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // What asks again by itself would complain again and again; its page tells how old it is.
      onError: (error, { meta, state }) => {
        const recovers = recoverWhenCalm(queryClient, error);
        if (meta?.['errorShownByPage'] === true || (recovers && state.data !== undefined)) return;
        // The bar of the frame says once that there is no network, and from when the page is.
        if (isOffline()) logError(error);
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
        // The default waits silently while the browser says it is offline; members are told instead.
        networkMode: 'always',
        // With it the default would leave what failed without a network as it is.
        refetchOnReconnect: true,
        // Surely without a network a second try would only keep the page waiting.
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
 * Fetches what the server refused as one call too many again, after the time that it names and for
 * all such queries at once. Returns whether the error is such a refusal.
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

/** What a loader has just asked for is not asked for again as its page is drawn. */
export const askedByLoaderMs = 1_000;

/** For a network that has stopped answering: the page is worth more than one card of it. */
const patienceMs = 3_000;

/** Waits for what a page would like to open with, but not for ever, and for no answer at all. */
export async function waitBriefly(answer: Promise<unknown>): Promise<void> {
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  await Promise.race([answer.catch(() => {}), patience]);
}

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';
import { notifyError } from './notifier.ts';

/** A refusal stays a refusal; a lost or overloaded server may answer the second time. */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiError) || [502, 503, 504].includes(error.status);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // What asks again by itself would complain again and again; its page tells how old it is.
      onError: (error, { meta }) => {
        if (meta?.['errorShownByPage'] !== true) notifyError(error);
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
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 500,
        staleTime: 30_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
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

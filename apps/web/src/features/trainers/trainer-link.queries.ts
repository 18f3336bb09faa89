import {
  changeTrainerScopes,
  endTrainerConnection,
  getTrainerConnection,
  issueTrainerCode,
  listTrainerViews,
  type TrainerConnection,
} from '@tanren/contract/trainers/trainer-connection-code';
import { trainerCodeMs, type TrainerScope } from '@tanren/domain/trainers/trainers';
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { trainingSessionsKey } from '#entities/menus/menus.queries.ts';
import { refreshNextLoads } from '#entities/workouts/workouts.queries.ts';
import { callApi } from '#lib/api.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { serverNow } from '#lib/server-time.ts';

const connectionKey = ['trainer-connection'] as const;

export interface KnownConnection {
  readonly connection: TrainerConnection;
  /**
   * Milliseconds to add to the device's clock to get the server's. 0 when the difference is not
   * known.
   */
  readonly clockOffset: number;
}

/**
 * Reads the link to the trainer at each visit, because the trainer may enter the code and another
 * device may end the link.
 */
export const trainerConnectionQuery = queryOptions({
  queryKey: connectionKey,
  // The request has no abort signal, because the page being left would cancel the request that the
  // next page has made.
  queryFn: async ({ client }): Promise<KnownConnection> => {
    const connection = await callApi(getTrainerConnection, {});
    const known = client.getQueryData<KnownConnection>(connectionKey);
    return { connection, clockOffset: known?.clockOffset ?? 0 };
  },
  staleTime: 0,
  meta: { errorShownByPage: true },
});

/** Runs the changes one after the other, so that the state shown last is the valid one. */
const scope = { id: 'trainer-connection' };

/**
 * Stores the new state and cancels running requests, whose earlier answers must not overwrite it.
 */
async function cacheConnection(
  queryClient: QueryClient,
  connection: TrainerConnection,
  clockOffset?: number,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey: connectionKey });
  queryClient.setQueryData(connectionKey, (known: KnownConnection | undefined) => ({
    connection,
    clockOffset: clockOffset ?? known?.clockOffset ?? 0,
  }));
}

/**
 * Reads the link again after a failure. Perhaps only the answer was lost, or another device was
 * faster.
 */
function refetch(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: connectionKey });
}

export function issueCodeMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['trainer-connection', 'issue'],
    scope,
    meta: { errorShownByForm: true },
    mutationFn: (scopes: readonly TrainerScope[]) =>
      callApi(issueTrainerCode, { body: { scopes: [...scopes] } }),
    onSuccess: async (connection) => {
      // A new code has its whole validity left, which gives the server's time.
      const offset =
        connection.state === 'pending'
          ? Date.parse(connection.expiresAt) - trainerCodeMs - serverNow()
          : undefined;
      await cacheConnection(queryClient, connection, offset);
    },
    onError: (error) => {
      refetch(queryClient);
      notifyRejection('コードを発行できませんでした', error);
    },
  });
}

export function changeScopesMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['trainer-connection', 'scopes'],
    scope,
    meta: { errorShownByForm: true },
    mutationFn: (scopes: readonly TrainerScope[]) =>
      callApi(changeTrainerScopes, { body: { scopes: [...scopes] } }),
    onSuccess: (connection) => cacheConnection(queryClient, connection),
    onError: () => {
      refetch(queryClient);
    },
  });
}

export function endConnectionMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['trainer-connection', 'end'],
    scope,
    mutationFn: () => callApi(endTrainerConnection, {}),
    onSuccess: async () => {
      await cacheConnection(queryClient, { state: 'none' });
      // Loads that the trainer chose return to the calculated ones.
      void refreshNextLoads(queryClient);
      void queryClient.invalidateQueries({ queryKey: [trainingSessionsKey] });
    },
    onError: () => {
      refetch(queryClient);
    },
  });
}

/** Reads what the trainer viewed and when. Each visit to the page reads it again. */
export const trainerViewsQuery = infiniteQueryOptions({
  queryKey: ['trainer-views'],
  queryFn: ({ pageParam, signal }) =>
    callApi(
      listTrainerViews,
      { querystring: pageParam === null ? {} : { cursor: pageParam } },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 3_000,
  meta: { errorShownByPage: true },
});

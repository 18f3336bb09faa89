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
import { notifyRefusal } from '#lib/refusals.ts';
import { serverNow } from '#lib/server-time.ts';

const connectionKey = ['trainer-connection'] as const;

export interface KnownConnection {
  readonly connection: TrainerConnection;
  /** Added to the device's clock it gives the server's; 0 where it could not be told. */
  readonly clockOffset: number;
}

/** The trainer enters the code meanwhile, and another device may end it: asked at every look. */
export const trainerConnectionQuery = queryOptions({
  queryKey: connectionKey,
  // Without the signal: the page that is left would cancel the request that the next page has made.
  queryFn: async ({ client }): Promise<KnownConnection> => {
    const connection = await callApi(getTrainerConnection, {});
    const known = client.getQueryData<KnownConnection>(connectionKey);
    return { connection, clockOffset: known?.clockOffset ?? 0 };
  },
  staleTime: 0,
  meta: { errorShownByPage: true },
});

/** One after the other: what is shown last must be what holds. */
const scope = { id: 'trainer-connection' };

/** An answer to an older question must not overwrite the new state. */
async function keepConnection(
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

/** After whatever failed: perhaps only the answer was lost, perhaps another device was faster. */
function askAgain(queryClient: QueryClient): void {
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
      // A new code tells the server's time: it expires after its whole life.
      const offset =
        connection.state === 'pending'
          ? Date.parse(connection.expiresAt) - trainerCodeMs - serverNow()
          : undefined;
      await keepConnection(queryClient, connection, offset);
    },
    onError: (error) => {
      askAgain(queryClient);
      notifyRefusal('コードを発行できませんでした', error);
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
    onSuccess: (connection) => keepConnection(queryClient, connection),
    onError: () => {
      askAgain(queryClient);
    },
  });
}

export function endConnectionMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['trainer-connection', 'end'],
    scope,
    mutationFn: () => callApi(endTrainerConnection, {}),
    onSuccess: async () => {
      await keepConnection(queryClient, { state: 'none' });
      // Loads that the trainer chose return to the rule.
      void refreshNextLoads(queryClient);
      void queryClient.invalidateQueries({ queryKey: [trainingSessionsKey] });
    },
    onError: () => {
      askAgain(queryClient);
    },
  });
}

/** Who saw what and when; each look at the page asks again. */
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

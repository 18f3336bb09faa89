import {
  endTrainingSessionRun,
  getTrainingSessionRun,
  replaceRunType,
  skipRunSets,
  startTrainingSessionRun,
  type TrainingSessionRun,
} from '@tanren/contract/menus/menu-runs';
import { getNextMachines } from '@tanren/contract/menus/next-machines';
import {
  getTrainingSession,
  type TrainingSession,
  type TrainingSessionSummary,
} from '@tanren/contract/menus/menus';
import type { EndpointInput } from '@tanren/contract/endpoint';
import { mutationOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

/** First parts of the query keys for menus, for the menu in progress and for completed menus. */
export const trainingSessionsKey = 'training-sessions';
export const menuRunKey = 'training-session-run';
export const doneRunsKey = 'training-session-runs';

/**
 * Fetches one of the member's own menus or a public menu. The answer is `null` when it does not
 * exist or is not visible to this member.
 */
export function trainingSessionQuery(trainingSessionId: number) {
  return queryOptions({
    queryKey: [trainingSessionsKey, 'one', trainingSessionId],
    queryFn: async ({ signal }): Promise<TrainingSession | null> => {
      try {
        return await callApi(getTrainingSession, { params: { trainingSessionId } }, signal);
      } catch (error) {
        if (isApiError(error, 404)) return null;
        throw error;
      }
    },
  });
}

/**
 * Refetches everything that shows menus. Call it after a menu was created, changed, deleted or
 * marked.
 */
export async function refreshMenus(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [trainingSessionsKey] });
}

export function describeMinutes({
  estimatedMinutes,
}: Pick<TrainingSessionSummary, 'estimatedMinutes'>): string {
  return `約${estimatedMinutes}分`;
}

/** The menu in progress. Another device may start or end it, so this query is always stale. */
export const menuRunQuery = queryOptions({
  queryKey: [menuRunKey],
  queryFn: async ({ signal }): Promise<TrainingSessionRun | null> =>
    (await callApi(getTrainingSessionRun, {}, signal)).run,
  staleTime: 0,
});

/** Refetch interval in milliseconds. Other members use and leave the machines. */
export const nextMachinesMs = 15_000;

/**
 * The order of the open items of the run and the state of their machines. Its key begins like that
 * of the run, so that it is refetched with the run. A server of the previous release answers 404.
 */
export const nextMachinesQuery = queryOptions({
  queryKey: [menuRunKey, 'next-machines'],
  queryFn: ({ signal }) => callApi(getNextMachines, {}, signal),
  staleTime: 5_000,
  meta: { errorShownByPage: true },
  refetchInterval: ({ state: { error } }) => (isApiError(error, 404) ? false : nextMachinesMs),
});

/**
 * Returns whether the member is doing this menu now. A run keeps the title and items it started
 * with when the menu changes, and the pages say so before a change or deletion.
 */
export function useIsRunning(trainingSessionId: number): boolean {
  const { data } = useQuery({ ...menuRunQuery, meta: { errorShownByPage: true } });
  return data?.trainingSessionId === trainingSessionId;
}

export function startRunMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [menuRunKey, 'start'],
    meta: { errorShownByForm: true },
    mutationFn: async (trainingSessionId: number) =>
      (await callApi(startTrainingSessionRun, { body: { trainingSessionId } })).run,
    onSuccess: (run) => cacheRun(queryClient, run),
  });
}

export function endRunMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [menuRunKey, 'end'],
    mutationFn: () => callApi(endTrainingSessionRun, {}),
    onSuccess: () => cacheRun(queryClient, null),
  });
}

export function skipSetsMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [menuRunKey, 'skip'],
    mutationFn: async (body: EndpointInput<typeof skipRunSets>['body']) =>
      (await callApi(skipRunSets, { body })).run,
    onSuccess: (run) => cacheRun(queryClient, run),
  });
}

export function replaceTypeMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [menuRunKey, 'replace'],
    meta: { errorShownByForm: true },
    mutationFn: async (body: EndpointInput<typeof replaceRunType>['body']) =>
      (await callApi(replaceRunType, { body })).run,
    onSuccess: (run) => cacheRun(queryClient, run),
  });
}

/**
 * Caches the run. A request already on its way is cancelled, so that it cannot overwrite the new
 * run.
 */
async function cacheRun(queryClient: QueryClient, run: TrainingSessionRun | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: menuRunQuery.queryKey });
  queryClient.setQueryData(menuRunQuery.queryKey, run);
  void queryClient.invalidateQueries({ queryKey: nextMachinesQuery.queryKey });
}

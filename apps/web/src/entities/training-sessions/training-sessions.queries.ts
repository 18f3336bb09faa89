import {
  endTrainingSessionRun,
  getTrainingSessionRun,
  skipRunSets,
  startTrainingSessionRun,
  type TrainingSessionRun,
} from '@tanren/contract/training-session-runs';
import {
  getTrainingSession,
  type TrainingSession,
  type TrainingSessionSummary,
} from '@tanren/contract/training-sessions';
import type { EndpointInput } from '@tanren/contract/endpoint';
import { mutationOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

/** What the keys of queries begin with: about sessions, the one under way, and those done. */
export const trainingSessionsKey = 'training-sessions';
export const sessionRunKey = 'training-session-run';
export const doneRunsKey = 'training-session-runs';

/** null: there is none, or it is not for this member. Own ones and public ones. */
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

/** After a session was made, changed, deleted or marked: whatever shows sessions asks again. */
export async function refreshSessions(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [trainingSessionsKey] });
}

export function describeMinutes({
  estimatedMinutes,
}: Pick<TrainingSessionSummary, 'estimatedMinutes'>): string {
  return `約${estimatedMinutes}分`;
}

/** The session that is under way. Another device may start or end it, so it is asked at every look. */
export const sessionRunQuery = queryOptions({
  queryKey: [sessionRunKey],
  queryFn: async ({ signal }): Promise<TrainingSessionRun | null> =>
    (await callApi(getTrainingSessionRun, {}, signal)).run,
  staleTime: 0,
});

/**
 * Whether the member is doing this session now. The run keeps title and items of its beginning,
 * whatever becomes of the session: its pages say so before it is changed or deleted.
 */
export function useIsRunning(trainingSessionId: number): boolean {
  const { data } = useQuery({ ...sessionRunQuery, meta: { errorShownByPage: true } });
  return data?.trainingSessionId === trainingSessionId;
}

export function startRunMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [sessionRunKey, 'start'],
    meta: { errorShownByForm: true },
    mutationFn: async (trainingSessionId: number) =>
      (await callApi(startTrainingSessionRun, { body: { trainingSessionId } })).run,
    onSuccess: (run) => keepRun(queryClient, run),
  });
}

export function endRunMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [sessionRunKey, 'end'],
    mutationFn: () => callApi(endTrainingSessionRun, {}),
    onSuccess: () => keepRun(queryClient, null),
  });
}

export function skipSetsMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [sessionRunKey, 'skip'],
    mutationFn: async (body: EndpointInput<typeof skipRunSets>['body']) =>
      (await callApi(skipRunSets, { body })).run,
    onSuccess: (run) => keepRun(queryClient, run),
  });
}

/** An answer to an older question must not overwrite it. */
async function keepRun(queryClient: QueryClient, run: TrainingSessionRun | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionRunQuery.queryKey });
  queryClient.setQueryData(sessionRunQuery.queryKey, run);
}

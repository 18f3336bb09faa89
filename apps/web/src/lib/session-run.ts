import {
  endTrainingSessionRun,
  getTrainingSessionRun,
  startTrainingSessionRun,
  type TrainingSessionRun,
} from '@tanren/contract/training-session-runs';
import { mutationOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';
import { sessionRunKey } from './session-keys.ts';

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
  const { data } = useQuery({ ...sessionRunQuery, meta: { toldByPage: true } });
  return data?.trainingSessionId === trainingSessionId;
}

export function startRunMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [sessionRunKey, 'start'],
    meta: { toldByForm: true },
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

/** An answer to an older question must not overwrite it. */
async function keepRun(queryClient: QueryClient, run: TrainingSessionRun | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionRunQuery.queryKey });
  queryClient.setQueryData(sessionRunQuery.queryKey, run);
}

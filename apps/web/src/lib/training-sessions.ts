import {
  getTrainingSession,
  type TrainingSession,
  type TrainingSessionSummary,
} from '@tanren/contract/training-sessions';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';
import { isApiError } from './errors.ts';
import { trainingSessionsKey } from './session-keys.ts';

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

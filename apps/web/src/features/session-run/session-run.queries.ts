import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';
import { listWorkouts, type Workout } from '@tanren/contract/workouts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { sessionRunQuery } from '#entities/training-sessions/training-sessions.queries.ts';

/** Another device may start or end it, and a late workout may count. */
const askAgainMs = 15_000;

export function useSessionRun() {
  return useQuery({
    ...sessionRunQuery,
    refetchInterval: askAgainMs,
    // What asks again and again would complain again and again.
    meta: { toldByPage: true },
  });
}

/** What was done on the run's machines since it began; more than a hundred is no session. */
export function runWorkoutsQuery({
  runId,
  startedAt,
  items,
}: Pick<TrainingSessionRun, 'runId' | 'startedAt' | 'items'>) {
  return queryOptions({
    queryKey: ['workouts', 'of-run', runId],
    queryFn: async ({ signal }): Promise<Workout[]> => {
      const newest = await callApi(listWorkouts, { querystring: { limit: 100 } }, signal);
      return newest.items.filter(
        ({ endedAt, workoutTypeId }) =>
          Date.parse(endedAt) > Date.parse(startedAt) &&
          items.some((item) => item.workoutTypeId === workoutTypeId),
      );
    },
  });
}

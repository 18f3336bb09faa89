import {
  getWorkoutRecord,
  listRejectedWorkouts,
  listWorkoutClaims,
  type WorkoutRecord,
} from '@tanren/contract/workout-records';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

// The keys begin like those of workouts: whatever changes one of them changes these.

/** null: there is no such record, or it was rejected so long ago that it is gone. */
export function workoutRecordQuery(workoutId: number) {
  return queryOptions({
    queryKey: ['workouts', 'record', workoutId],
    queryFn: async ({ signal }): Promise<WorkoutRecord | null> => {
      try {
        return await callApi(getWorkoutRecord, { params: { workoutId } }, signal);
      } catch (error) {
        if (isApiError(error, 404)) return null;
        throw error;
      }
    },
    // The page is good without it, and tells that it is missing.
    meta: { errorShownByPage: true },
  });
}

/** Those that can still be taken back, the last one first. */
export const rejectedWorkoutsQuery = infiniteQueryOptions({
  queryKey: ['workouts', 'rejected'],
  queryFn: ({ pageParam, signal }) =>
    callApi(
      listRejectedWorkouts,
      { querystring: pageParam === null ? {} : { cursor: pageParam } },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  meta: { errorShownByPage: true },
});

/** What was claimed within 30 days, the newest first. */
export const workoutClaimsQuery = queryOptions({
  queryKey: ['workouts', 'claims'],
  queryFn: async ({ signal }) => (await callApi(listWorkoutClaims, {}, signal)).items,
  meta: { errorShownByPage: true },
});

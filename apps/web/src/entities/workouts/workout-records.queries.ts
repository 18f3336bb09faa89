import {
  getWorkoutRecord,
  listRejectedWorkouts,
  listWorkoutClaims,
  type WorkoutRecord,
} from '@tanren/contract/workouts/workout-records';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

// The keys begin like those of workouts, so that a refresh of workouts includes these queries.

/**
 * Fetches a record. The answer is `null` when it does not exist, or was rejected so long ago that
 * it has been deleted.
 */
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
    // The page works without this answer and says itself that it is missing.
    meta: { errorShownByPage: true },
  });
}

/** Fetches the rejected workouts that can still be restored, last rejected first. */
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

/** Fetches the claims of the last 30 days, newest first. */
export const workoutClaimsQuery = queryOptions({
  queryKey: ['workouts', 'claims'],
  queryFn: async ({ signal }) => (await callApi(listWorkoutClaims, {}, signal)).items,
  meta: { errorShownByPage: true },
});

import {
  getLatestWorkout,
  getWorkout,
  listWorkouts,
  type WorkoutDetail,
} from '@tanren/contract/workouts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

async function noneWhenMissing(call: Promise<WorkoutDetail>): Promise<WorkoutDetail | null> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error, 404)) return null;
    throw error;
  }
}

/** null: there is none yet. */
export const latestWorkoutQuery = queryOptions({
  queryKey: ['workouts', 'latest'],
  queryFn: ({ signal }) => noneWhenMissing(callApi(getLatestWorkout, {}, signal)),
});

/** null: there is no such workout, or it is someone else's. */
export function workoutQuery(workoutId: number) {
  return queryOptions({
    queryKey: ['workouts', 'one', workoutId],
    queryFn: ({ signal }) =>
      noneWhenMissing(callApi(getWorkout, { params: { workoutId } }, signal)),
  });
}

export function workoutsQuery(workoutType: number | null) {
  return infiniteQueryOptions({
    queryKey: ['workouts', 'list', workoutType],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listWorkouts,
        {
          querystring: {
            ...(workoutType === null ? {} : { workoutType }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

import { getLatestWorkout, type Workout } from '@tanren/contract/workouts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

/** 404 means that there is none yet. */
export const latestWorkoutQuery = queryOptions({
  queryKey: ['workouts', 'latest'],
  queryFn: async ({ signal }): Promise<Workout | null> => {
    try {
      return await callApi(getLatestWorkout, {}, signal);
    } catch (error) {
      if (isApiError(error, 404)) return null;
      throw error;
    }
  },
});

import { listWorkoutLoads } from '@tanren/contract/workout-loads';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';

export const workoutLoadsQuery = queryOptions({
  queryKey: ['workout-loads'],
  queryFn: ({ signal }) => callApi(listWorkoutLoads, {}, signal),
});

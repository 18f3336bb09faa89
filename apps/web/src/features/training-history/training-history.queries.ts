import { getWorkoutHistory, type HistoryPeriod } from '@tanren/contract/workout-history';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

export function workoutHistoryQuery(workoutType: number, period: HistoryPeriod) {
  return queryOptions({
    queryKey: ['workout-history', workoutType, period],
    queryFn: ({ signal }) =>
      callApi(getWorkoutHistory, { params: { workoutType }, querystring: { period } }, signal),
  });
}

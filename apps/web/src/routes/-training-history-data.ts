import type { HistoryPeriod } from '@tanren/contract/workout-history';
import type { QueryClient } from '@tanstack/react-query';
import { workoutHistoryQuery } from '#features/training-history/training-history.queries.ts';
import { workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';

export async function loadTrainingHistory(
  queryClient: QueryClient,
  workoutTypeId: number,
  period: HistoryPeriod,
): Promise<void> {
  await Promise.all([
    queryClient.query(workoutHistoryQuery(workoutTypeId, period)),
    queryClient.query(workoutLoadsQuery),
  ]);
}

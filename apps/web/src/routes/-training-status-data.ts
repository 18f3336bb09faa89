import type { QueryClient } from '@tanstack/react-query';
import { trainingStatusQuery } from '#features/training-status/training-status.queries.ts';
import { workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';

export async function loadTrainingStatus(queryClient: QueryClient): Promise<void> {
  await Promise.all([queryClient.query(trainingStatusQuery), queryClient.query(workoutLoadsQuery)]);
}

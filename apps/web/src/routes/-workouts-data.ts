import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { workoutsQuery } from '#features/workouts/workouts.queries.ts';
import { hasWorkouted, workoutTypesQuery } from '#entities/workouts/workouts.queries.ts';

/** What the list begins with; a filter must be a type that the member has done. */
export async function loadWorkouts(
  queryClient: QueryClient,
  workoutType: string | number | undefined,
): Promise<{ workoutType: number | null }> {
  // Whoever comes back finds the list as it was; what is new is fetched behind.
  const load = (type: number | null) =>
    queryClient.infiniteQuery({ ...workoutsQuery(type), staleTime: 'static' });
  if (workoutType === undefined) {
    await Promise.all([queryClient.query(workoutTypesQuery), load(null)]);
    return { workoutType: null };
  }
  if (!hasWorkouted(await queryClient.query(workoutTypesQuery), workoutType)) throw notFound();
  await load(Number(workoutType));
  return { workoutType: Number(workoutType) };
}

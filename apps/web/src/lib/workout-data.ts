import type { QueryClient } from '@tanstack/react-query';

const changedByWorkouts = [
  'workouts',
  'workout-types',
  'workout-loads',
  'workout-history',
  'training-status',
];

/** After a new workout: whatever shows workouts asks again. */
export async function refreshWorkoutData(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [noun] }) =>
      typeof noun === 'string' && changedByWorkouts.includes(noun),
  });
}

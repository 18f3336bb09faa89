import type { QueryClient } from '@tanstack/react-query';
import { doneRunsKey, sessionRunKey } from './session-keys.ts';

/** Begins the key of every ranking query. */
export const workoutRankingKey = 'workout-ranking';

const changedByWorkouts = [
  'workouts',
  'workout-types',
  'workout-loads',
  'workout-history',
  'training-status',
  sessionRunKey,
  doneRunsKey,
  workoutRankingKey,
];

/** After a new workout: whatever shows workouts asks again. */
export async function refreshWorkoutData(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [noun] }) =>
      typeof noun === 'string' && changedByWorkouts.includes(noun),
  });
}

/** After a change of the profile: who is in rankings, under which name, by which age, sex and weight. */
export async function refreshRankings(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [workoutRankingKey] });
}

import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import { Text } from '#ui/layout.tsx';
import { describeChance } from './strength-words.ts';

/** Shows the chance of the reps with the next load. It shows nothing while too little is known. */
export function NextLoadChance({ load }: { readonly load: WorkoutLoad }) {
  const { nextLoadChance } = load;
  if (nextLoadChance === undefined) return null;
  return <Text weight={500}>{describeChance(nextLoadChance)}</Text>;
}

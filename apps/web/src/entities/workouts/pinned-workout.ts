import type { Visit } from '@tanren/contract/workouts/visits';

/** Returns the workout that gets the pin: the last personal best, or else the heaviest one. */
export function findPinned({ workouts }: Pick<Visit, 'workouts'>): number {
  const best = workouts.findLastIndex(({ personalBests }) => personalBests.length > 0);
  if (best >= 0) return best;
  const loads = workouts.map(({ max }) => max);
  return loads.indexOf(Math.max(...loads));
}

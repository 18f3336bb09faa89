import { type MuscleId, muscles } from './muscles.ts';
import { workoutTypes } from './workout-types.ts';

/** Sets a week and muscle that suit beginners. */
export const weeklySetGoal = { from: 5, to: 10 } as const;
/** What the trained do at most; more brings little. */
export const mostUsefulSets = 20;

/** Sets of each muscle, untrained ones included: a direct set counts 1, an indirect one 0.5. */
export function countMuscleSets(
  done: Iterable<{ readonly workoutTypeId: number; readonly setCount: number }>,
): Map<MuscleId, number> {
  const counts = new Map<MuscleId, number>(muscles.map(({ id }) => [id, 0]));
  for (const { workoutTypeId, setCount } of done) {
    const type = workoutTypes.find(({ id }) => id === workoutTypeId);
    for (const { muscle, share } of type?.muscles ?? []) {
      counts.set(muscle, (counts.get(muscle) ?? 0) + share * setCount);
    }
  }
  return counts;
}

/** 0 none, 1 below the goal, 2 within it, 3 above it as the trained do, 4 more than is of use. */
export function muscleSetLevel(sets: number): 0 | 1 | 2 | 3 | 4 {
  if (sets <= 0) return 0;
  if (sets < weeklySetGoal.from) return 1;
  if (sets <= weeklySetGoal.to) return 2;
  return sets <= mostUsefulSets ? 3 : 4;
}

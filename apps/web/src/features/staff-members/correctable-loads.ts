import type { WorkoutSet } from '@tanren/contract/workouts';
import { workoutTypes } from '@tanren/domain/workout-types';
import type { StepRange } from '#ui/step-range.ts';

/** The usual range of the type, widened by what is there: only the server knows the machine's own. */
export function findCorrectableLoads(
  workoutTypeId: number,
  sets: readonly WorkoutSet[],
): StepRange {
  const usual = workoutTypes.find(({ id }) => id === workoutTypeId);
  const loads = sets.map(({ loadKg }) => loadKg);
  return {
    min: Math.min(usual?.minLoad ?? 0.1, ...loads),
    max: Math.max(usual?.maxLoad ?? 1000, ...loads),
    step: usual?.loadStep ?? 2.5,
  };
}

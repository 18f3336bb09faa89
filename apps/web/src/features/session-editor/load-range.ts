import { workoutTypes } from '@tanren/domain/workout-types';
import type { StepRange } from '#ui/step-range.ts';

/** What the machines built for a type can be set to, in kg; null for a type that is newer than the page. */
export function findLoadRange(workoutTypeId: number): StepRange | null {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId);
  if (type === undefined) return null;
  return { min: type.minLoad, max: type.maxLoad, step: type.loadStep };
}

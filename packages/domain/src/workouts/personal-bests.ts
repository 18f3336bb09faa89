import { isReferenceEstimate } from './one-rep-max.ts';

/** Values in which a workout can set a personal best. */
export const personalBestKinds = ['max', 'tfo', 'oneRepMax'] as const;
export type PersonalBestKind = (typeof personalBestKinds)[number];

/** Best values of all earlier workouts of a type. `oneRepMaxHg` excludes 参考値. */
interface BestsBefore {
  readonly maxHg: number;
  readonly tfoHg: number;
  readonly oneRepMaxHg: number | null;
}

export interface BestsCandidate extends BestsBefore {
  readonly oneRepMaxReps: number | null;
}

/** Returns the estimate if it may count as a best. Returns `null` for a 参考値. */
export function firmOneRepMax({
  oneRepMaxHg,
  oneRepMaxReps,
}: Pick<BestsCandidate, 'oneRepMaxHg' | 'oneRepMaxReps'>): number | null {
  return oneRepMaxReps === null || isReferenceEstimate(oneRepMaxReps) ? null : oneRepMaxHg;
}

/**
 * Returns the bests that the workout improves. An equal value is not an improvement. The first
 * workout of a type and the first firm estimate have nothing to improve.
 */
export function beatenBests(
  before: BestsBefore | null,
  workout: BestsCandidate,
): PersonalBestKind[] {
  if (before === null) return [];
  const oneRepMaxHg = firmOneRepMax(workout);
  const beaten: Record<PersonalBestKind, boolean> = {
    max: workout.maxHg > before.maxHg,
    tfo: workout.tfoHg > before.tfoHg,
    oneRepMax:
      oneRepMaxHg !== null && before.oneRepMaxHg !== null && oneRepMaxHg > before.oneRepMaxHg,
  };
  return personalBestKinds.filter((kind) => beaten[kind]);
}

import { isReferenceEstimate } from './one-rep-max.ts';

/** What a workout can be the best of, at the time it was done. */
export const personalBestKinds = ['max', 'tfo', 'oneRepMax'] as const;
export type PersonalBestKind = (typeof personalBestKinds)[number];

/** The best of all workouts of a type before; 参考値 are no part of `oneRepMaxHg`. */
interface BestsBefore {
  readonly maxHg: number;
  readonly tfoHg: number;
  readonly oneRepMaxHg: number | null;
}

export interface BestsCandidate extends BestsBefore {
  readonly oneRepMaxReps: number | null;
}

/** The estimate as far as it may be a best: 参考値 may not. */
export function firmOneRepMax({
  oneRepMaxHg,
  oneRepMaxReps,
}: Pick<BestsCandidate, 'oneRepMaxHg' | 'oneRepMaxReps'>): number | null {
  return oneRepMaxReps === null || isReferenceEstimate(oneRepMaxReps) ? null : oneRepMaxHg;
}

/**
 * Which bests the workout improves. Equalling one is not improving it, and the first of its
 * kind has nothing to improve: neither the first workout of a type nor the first firm estimate.
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

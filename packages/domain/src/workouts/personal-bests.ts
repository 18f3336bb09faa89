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

/** The bests of a member in a type, each with the workout that reached it first and its time. */
export interface Bests extends BestsBefore {
  readonly workoutCount: number;
  readonly maxWorkoutId: number;
  readonly maxAt: Date;
  readonly tfoWorkoutId: number;
  readonly tfoAt: Date;
  /** The values of the estimate are `null` before the first firm one. */
  readonly oneRepMaxReps: number | null;
  readonly oneRepMaxWorkoutId: number | null;
  readonly oneRepMaxAt: Date | null;
  readonly lastWorkoutId: number;
  readonly lastAt: Date;
}

export interface DoneWorkout extends BestsCandidate {
  readonly id: number;
  readonly startedAt: Date;
}

/**
 * Returns the bests after one more workout, and which of them it improved. Workouts are added in
 * the order in which they were done, so that a best belongs to the workout that reached it first.
 * `before` is `null` for the first workout.
 */
export function addToBests(
  before: Bests | null,
  workout: DoneWorkout,
): { bests: Bests; beaten: PersonalBestKind[] } {
  const { id, startedAt, maxHg, tfoHg, oneRepMaxReps } = workout;
  const beaten = beatenBests(before, workout);
  const firm = firmOneRepMax(workout);
  const isFirstFirm = firm !== null && (before?.oneRepMaxHg ?? null) === null;
  const bests: Bests = {
    workoutCount: (before?.workoutCount ?? 0) + 1,
    lastWorkoutId: id,
    lastAt: startedAt,
    ...(before === null || beaten.includes('max')
      ? { maxHg, maxWorkoutId: id, maxAt: startedAt }
      : { maxHg: before.maxHg, maxWorkoutId: before.maxWorkoutId, maxAt: before.maxAt }),
    ...(before === null || beaten.includes('tfo')
      ? { tfoHg, tfoWorkoutId: id, tfoAt: startedAt }
      : { tfoHg: before.tfoHg, tfoWorkoutId: before.tfoWorkoutId, tfoAt: before.tfoAt }),
    ...(isFirstFirm || beaten.includes('oneRepMax')
      ? {
          oneRepMaxHg: firm,
          oneRepMaxReps,
          oneRepMaxWorkoutId: id,
          oneRepMaxAt: startedAt,
        }
      : {
          oneRepMaxHg: before?.oneRepMaxHg ?? null,
          oneRepMaxReps: before?.oneRepMaxReps ?? null,
          oneRepMaxWorkoutId: before?.oneRepMaxWorkoutId ?? null,
          oneRepMaxAt: before?.oneRepMaxAt ?? null,
        }),
  };
  return { bests, beaten };
}

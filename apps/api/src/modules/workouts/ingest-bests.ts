import {
  beatenBests,
  type BestsCandidate,
  firmOneRepMax,
  type PersonalBestKind,
} from '@tanren/domain/personal-bests';
import type { WorkoutBestRow } from '#db/schema/workouts.ts';

/** What a member has reached in a type; null before the first workout. */
export type Bests = Omit<WorkoutBestRow, 'sub' | 'workoutTypeId'>;

export interface DoneWorkout extends BestsCandidate {
  readonly id: number;
  readonly startedAt: Date;
}

/**
 * The bests after one more workout, and which of them it improved. Workouts are added in the
 * order in which they were done, so that a best belongs to whoever reached it first.
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
    lastWorkoutId: id,
    lastAt: startedAt,
  };
  return { bests, beaten };
}

import { toHectograms } from '@tanren/domain/workouts/loads';
import type { ExerciseHabit, Sex, TrainingPurpose } from '@tanren/domain/members/profile';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';

/** What an untrained man of 70 kg and 30 years lifts ten times, in kg. */
const tenReps: Readonly<Record<WorkoutTypeId, number>> = {
  1: 34,
  2: 28,
  3: 22,
  4: 36,
  5: 37,
  6: 17,
  7: 18,
  8: 28,
  9: 42,
  10: 24,
  11: 92,
  12: 40,
  13: 31,
  14: 44,
  15: 46,
  16: 72,
};
/** The difference between men and women is smaller below the waist. */
const firstLegType = 11;

export interface Body {
  readonly female: boolean;
  readonly age: number;
  readonly weight: number;
}

/** What somebody can lift once before any training, in hectograms. */
export function untrainedOneRepMaxHg(workoutTypeId: WorkoutTypeId, body: Body): number {
  const bySex = body.female ? (workoutTypeId < firstLegType ? 0.58 : 0.72) : 1;
  const byAge = 1 - Math.max(0, body.age - 30) * 0.007;
  const byWeight = (body.weight / (body.female ? 54 : 70)) ** 0.6;
  return toHectograms(tenReps[workoutTypeId] * (4 / 3) * bySex * byAge * byWeight);
}

/** Somebody of the demo world; everything in days is counted back from the day it is made. */
export interface DemoPerson {
  readonly sub: string;
  readonly nickname: string;
  readonly sex: Sex;
  readonly age: number;
  readonly height: number;
  readonly weight: number;
  readonly exerciseHabit: ExerciseHabit;
  readonly trainingPurposes: TrainingPurpose[];
  readonly rankingVisible: boolean;
  readonly joinedDaysAgo: number;
  /** null: never trains here. */
  readonly training: DemoTraining | null;
}

export interface DemoTraining {
  readonly gymId: number;
  /** Days ago, the oldest first; never today, so that the hour it is made does not matter. */
  readonly visits: readonly number[];
  readonly typesPerVisit: { readonly least: number; readonly most: number };
  /** When a visit usually begins, in minutes of the gym's day. */
  readonly startMinute: number;
  /** Where this member ends a set even when more would be possible. */
  readonly mostReps: number;
  readonly favourites: readonly Favourite[];
}

/** A type somebody trains, and how it goes there. */
export interface Favourite {
  readonly workoutTypeId: number;
  /** What could be lifted once on the first day. */
  readonly startHg: number;
  /** By how much that grows soon, and then with each workout. */
  readonly earlyGain: number;
  readonly steadyGain: number;
  /** Not trained since. */
  readonly untilDaysAgo: number;
  /** No progress since; 0 for none. */
  readonly stalledDaysAgo: number;
}

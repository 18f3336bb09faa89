import { toHectograms } from '@tanren/domain/workouts/loads';
import type { ExerciseHabit, Sex, TrainingPurpose } from '@tanren/domain/members/profile';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';

/** Load in kg that an untrained man of 70 kg and 30 years lifts ten times, by workout type. */
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
/** The first type for the legs, where the difference between men and women is smaller. */
const firstLegType = 11;

export interface Body {
  readonly female: boolean;
  readonly age: number;
  readonly weight: number;
}

/** Returns the one-repetition maximum before any training, in hectograms. */
export function untrainedOneRepMaxHg(workoutTypeId: WorkoutTypeId, body: Body): number {
  const bySex = body.female ? (workoutTypeId < firstLegType ? 0.58 : 0.72) : 1;
  const byAge = 1 - Math.max(0, body.age - 30) * 0.007;
  const byWeight = (body.weight / (body.female ? 54 : 70)) ** 0.6;
  return toHectograms(tenReps[workoutTypeId] * (4 / 3) * bySex * byAge * byWeight);
}

/** A person of the demo world. All days are counted back from the day on which it is created. */
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
  /** `null` for a person who never trains here. */
  readonly training: DemoTraining | null;
}

export interface DemoTraining {
  readonly gymId: number;
  /** Days ago, the oldest first. Never today, so that the time of creation does not matter. */
  readonly visits: readonly number[];
  readonly typesPerVisit: { readonly min: number; readonly max: number };
  /** Usual start of a visit, in minutes of the gym's day. */
  readonly startMinute: number;
  /** Repetitions after which this member ends a set even when more would be possible. */
  readonly maxReps: number;
  readonly favourites: readonly Favourite[];
}

/** A workout type that a person trains, and the progress in it. */
export interface Favourite {
  readonly workoutTypeId: number;
  /** One-repetition maximum on the first day, in hectograms. */
  readonly startHg: number;
  /** Share by which the maximum grows in the first workouts, and later with each workout. */
  readonly earlyGain: number;
  readonly steadyGain: number;
  /** The type has not been trained since this many days ago. */
  readonly untilDaysAgo: number;
  /** The load has not increased since this many days ago. 0 when it still increases. */
  readonly stalledDaysAgo: number;
}

import type { ExerciseHabit, Sex, TrainingPurpose } from '@tanren/domain/profile';

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

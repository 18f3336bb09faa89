import type { WorkoutTypeId } from '@tanren/domain/workout-type-ids';

/** Workout type, sets, reps, seconds of rest; then kilograms, or nothing for おすすめ. */
export type DemoStep = readonly [WorkoutTypeId, number, number, number, number?];

/** A session as somebody of the demo world wrote it. */
export interface DemoSession {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly steps: readonly DemoStep[];
  readonly daysAgo: number;
}

export interface DemoPublicSession extends DemoSession {
  /** The nickname of whoever made it. */
  readonly by: string;
  /** The share of members whose favourite it is. */
  readonly liked: number;
}

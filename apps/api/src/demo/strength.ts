import { toHectograms } from '@tanren/domain/loads';
import type { WorkoutTypeId } from '@tanren/domain/workout-type-ids';

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

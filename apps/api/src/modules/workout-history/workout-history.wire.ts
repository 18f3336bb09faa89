import type { WorkoutHistory } from '@tanren/contract/workout-history';
import { toKilograms } from '@tanren/domain/loads';
import { describeEstimate } from '@tanren/domain/one-rep-max-estimate';
import type { WorkoutBestRow } from '#db/schema/workouts.ts';
import type { TypeHistory } from './workout-history.service.ts';

export function toWorkoutHistory({ points, bests }: TypeHistory): WorkoutHistory {
  return {
    points: points.map((point) => ({
      workoutId: point.id,
      startedAt: point.startedAt.toISOString(),
      max: toKilograms(point.maxHg),
      tfo: toKilograms(point.tfoHg),
      estimatedOneRepMax: describeEstimate(point.oneRepMaxHg, point.oneRepMaxReps),
    })),
    bests: bests && toBests(bests),
    workoutCount: bests?.workoutCount ?? 0,
  };
}

function toBests(row: WorkoutBestRow): NonNullable<WorkoutHistory['bests']> {
  return {
    max: toBest(row.maxHg, row.maxWorkoutId, row.maxAt),
    tfo: toBest(row.tfoHg, row.tfoWorkoutId, row.tfoAt),
    oneRepMax:
      row.oneRepMaxHg === null || row.oneRepMaxWorkoutId === null || row.oneRepMaxAt === null
        ? null
        : toBest(row.oneRepMaxHg, row.oneRepMaxWorkoutId, row.oneRepMaxAt),
  };
}

function toBest(hg: number, workoutId: number, achievedAt: Date) {
  return { value: toKilograms(hg), workoutId, achievedAt: achievedAt.toISOString() };
}

import type { Workout, WorkoutDetail, WorkoutSet } from '@tanren/contract/workouts';
import { toKilograms } from '@tanren/domain/loads';
import { describeEstimate } from '@tanren/domain/one-rep-max-estimate';
import type { PersonalBestKind } from '@tanren/domain/personal-bests';
import type { WorkoutRow, WorkoutSetRow } from '#db/schema/workouts.ts';
import type { WholeWorkout } from './workout-reads.service.ts';

export function toWorkout(row: WorkoutRow): Workout {
  return {
    id: row.id,
    workoutTypeId: row.workoutTypeId,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt.toISOString(),
    max: toKilograms(row.maxHg),
    tfo: toKilograms(row.tfoHg),
    setCount: row.setCount,
    repCount: row.repCount,
    personalBests: listPersonalBests(row),
  };
}

export function listPersonalBests(row: WorkoutRow): PersonalBestKind[] {
  const kinds: PersonalBestKind[] = [];
  if (row.isMaxBest) kinds.push('max');
  if (row.isTfoBest) kinds.push('tfo');
  if (row.isOneRepMaxBest) kinds.push('oneRepMax');
  return kinds;
}

export function toWorkoutDetail({ workout, previous, session, sets }: WholeWorkout): WorkoutDetail {
  return {
    ...toWorkout(workout),
    sets: sets.map(toWorkoutSet),
    estimatedOneRepMax: describeEstimate(workout.oneRepMaxHg, workout.oneRepMaxReps),
    previous: previous && {
      id: previous.id,
      startedAt: previous.startedAt.toISOString(),
      max: toKilograms(previous.maxHg),
      tfo: toKilograms(previous.tfoHg),
    },
    trainingSessionId: session?.id ?? null,
    trainingSessionTitle: session?.title ?? null,
    correction: describeCorrection(workout),
  };
}

export function describeCorrection({ correctedAt, correctionReason }: WorkoutRow) {
  if (correctedAt === null) return null;
  return { correctedAt: correctedAt.toISOString(), reason: correctionReason ?? '' };
}

export function toWorkoutSet({ loadHg, repLoadsHg, repMs }: WorkoutSetRow): WorkoutSet {
  return {
    loadKg: toKilograms(loadHg),
    reps: repLoadsHg.map((repHg, at) => ({ loadKg: toKilograms(repHg), ms: repMs[at] ?? 0 })),
  };
}

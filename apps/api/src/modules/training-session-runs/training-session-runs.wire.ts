import type * as contract from '@tanren/contract/training-session-runs';
import { toKilograms } from '@tanren/domain/loads';
import type { DoneRun } from './done-runs.service.ts';
import type { ProgressingRun } from './training-session-runs.service.ts';

export function toRun(run: ProgressingRun): contract.TrainingSessionRun {
  return {
    runId: run.id,
    trainingSessionId: run.trainingSessionId,
    title: run.title,
    startedAt: run.startedAt.toISOString(),
    endsBy: run.endsBy.toISOString(),
    completedAt: run.completedAt?.toISOString() ?? null,
    items: run.progress.map(({ loadHg, targetLoadHg, ...item }) => ({
      ...item,
      loadKg: toWeight(loadHg),
      targetLoadKg: toWeight(targetLoadHg),
    })),
  };
}

export function toDoneRun({ id, startedAt, workouts }: DoneRun): contract.DoneRun {
  return {
    runId: id,
    startedAt: startedAt.toISOString(),
    workouts: workouts.map((workout) => ({
      id: workout.id,
      workoutTypeId: workout.workoutTypeId,
      startedAt: workout.startedAt.toISOString(),
      max: toKilograms(workout.maxHg),
      tfo: toKilograms(workout.tfoHg),
      setCount: workout.setCount,
      repCount: workout.repCount,
    })),
  };
}

function toWeight(hectograms: number | null): number | null {
  return hectograms === null ? null : toKilograms(hectograms);
}

import type { WorkoutSet } from '@tanren/contract/workouts/workouts';
import { machineLoads } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import {
  CorrectionError,
  explainRejectedSet,
  findRejectedSet,
} from '#entities/workouts/correction.ts';
import { ApiError } from '#lib/errors.ts';
import { explainRejection } from '#lib/rejections.ts';
import type { StepRange } from '#ui/forms/step-range.ts';

/**
 * Returns the usual loads of the type, extended by the recorded ones. Only the server knows the
 * range of the machine.
 */
export function findCorrectableLoads(
  workoutTypeId: number,
  sets: readonly WorkoutSet[],
): StepRange {
  const usual = workoutTypes.find(({ id }) => id === workoutTypeId);
  const loads = sets.map(({ loadKg }) => loadKg);
  return {
    min: Math.min(usual?.minLoad ?? machineLoads.min, ...loads),
    max: Math.max(usual?.maxLoad ?? machineLoads.max, ...loads),
    step: usual?.loadStep ?? 2.5,
  };
}

/** Explains why a record cannot be corrected or removed. */
export function explainRecordRejection(error: unknown): string {
  return error instanceof ApiError && error.problem?.code === 'own_account'
    ? 'ご自身の記録は修正・削除できません。ほかのスタッフに依頼してください。'
    : explainRejection(error);
}

/** Explains which set has an impossible value, using the set numbers that staff see. */
export function explainCorrection(
  error: unknown,
  sent: readonly { readonly position: number }[],
): string {
  if (error instanceof CorrectionError) return error.message;
  const rejected = findRejectedSet(error, sent);
  if (rejected === null) return explainRecordRejection(error);
  return explainRejectedSet(rejected, {
    loadKg: 'は、このマシンでは設定できない値です。',
    repCount: 'が、記録より多くなっています。',
  });
}

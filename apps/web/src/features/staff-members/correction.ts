import type { WorkoutSet } from '@tanren/contract/workouts';
import { followSetLoad, toHectograms, toKilograms } from '@tanren/domain/loads';
import { workoutTypes } from '@tanren/domain/workout-types';
import { summarizeWorkout } from '@tanren/domain/workouts';
import { ApiError, isApiError } from '#lib/errors.ts';
import { explainRefusal } from '#lib/refusals.ts';
import type { StepRange } from '#ui/forms/step-range.ts';

/** The usual range of the type, widened by what is there: only the server knows the machine's own. */
export function findCorrectableLoads(
  workoutTypeId: number,
  sets: readonly WorkoutSet[],
): StepRange {
  const usual = workoutTypes.find(({ id }) => id === workoutTypeId);
  const loads = sets.map(({ loadKg }) => loadKg);
  return {
    min: Math.min(usual?.minLoad ?? 0.1, ...loads),
    max: Math.max(usual?.maxLoad ?? 1000, ...loads),
    step: usual?.loadStep ?? 2.5,
  };
}

/** Found before anything is sent; its message is for staff. */
export class CorrectionFault extends Error {
  override readonly name = 'CorrectionFault';
}

/** Which set cannot be what it was corrected to, in the numbers staff see. */
export function explainCorrection(
  error: unknown,
  sent: readonly { readonly position: number }[],
): string {
  if (error instanceof CorrectionFault) return error.message;
  if (isApiError(error, 404)) return 'この記録は、ほかのスタッフが削除しています。';
  const fields = error instanceof ApiError ? error.problem?.fields : undefined;
  for (const { path } of fields ?? []) {
    const [, at, field] = /^\/sets\/(\d+)\/(\w+)$/.exec(path) ?? [];
    const set = sent[Number(at)];
    if (at === undefined || set === undefined) continue;
    const name = `${set.position + 1}セット目`;
    if (field === 'loadKg') return `${name}の重量は、このマシンでは設定できない値です。`;
    if (field === 'repCount') return `${name}の回数が、記録より多くなっています。`;
    return '記録が変更されています。ページを再読み込みしてからお試しください。';
  }
  return explainRefusal(error);
}

/** A set as it is being corrected. */
export interface EditedSet {
  /** Of the set as it stands, from 0. */
  readonly position: number;
  readonly loadKg: number;
  readonly repCount: number;
  readonly removed: boolean;
}

export function startCorrection(sets: readonly WorkoutSet[]): EditedSet[] {
  return sets.map(({ loadKg, reps }, position) => ({
    position,
    loadKg,
    repCount: reps.length,
    removed: false,
  }));
}

/** What is sent: sets that are not named go. */
export function listCorrectedSets(edited: readonly EditedSet[]) {
  return edited
    .filter(({ removed }) => !removed)
    .map(({ position, loadKg, repCount }) => ({ position, loadKg, repCount }));
}

export function isChanged(sets: readonly WorkoutSet[], edited: readonly EditedSet[]): boolean {
  return edited.some(({ position, loadKg, repCount, removed }) => {
    const set = sets[position];
    return removed || loadKg !== set?.loadKg || repCount !== set.reps.length;
  });
}

interface CorrectedNumbers {
  readonly max: number;
  readonly tfo: number;
}

/** What the record will say, unless the machine cannot be set so far: only the server knows that. */
export function previewCorrection(
  sets: readonly WorkoutSet[],
  edited: readonly EditedSet[],
): CorrectedNumbers {
  const corrected = listCorrectedSets(edited).map(({ position, loadKg, repCount }) => {
    const set = sets[position];
    const loadHg = toHectograms(loadKg);
    const setHg = toHectograms(set?.loadKg ?? 0);
    const reps = (set?.reps ?? []).slice(0, repCount);
    return {
      loadHg,
      reps: reps.map((rep) => ({
        loadHg: followSetLoad(toHectograms(rep.loadKg), setHg, loadHg),
        ms: rep.ms,
      })),
    };
  });
  const { maxHg, tfoHg } = summarizeWorkout(corrected);
  return { max: toKilograms(maxHg), tfo: toKilograms(tfoHg) };
}

import type { WorkoutSet } from '@tanren/contract/workouts';
import { followSetLoad, toHectograms, toKilograms } from '@tanren/domain/loads';
import { summarizeWorkout } from '@tanren/domain/workouts';

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

export interface CorrectedNumbers {
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

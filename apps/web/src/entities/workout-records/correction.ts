import type { WorkoutSet } from '@tanren/contract/workouts';
import { followSetLoad, toHectograms, toKilograms } from '@tanren/domain/loads';
import { summarizeWorkout } from '@tanren/domain/workouts';
import { ApiError } from '#lib/errors.ts';

/** A set as it is being corrected. */
export interface EditedSet {
  /** Position of the set in the record, from 0. An added set stands after the last one. */
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

/** Adds a set that the machine missed, with the numbers of the set before it. */
export function addSet(edited: readonly EditedSet[]): EditedSet[] {
  const last = edited.at(-1);
  if (last === undefined) return [...edited];
  return [...edited, { ...last, position: last.position + 1, removed: false }];
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

/** Found before anything is sent; its message is for whoever corrects. */
export class CorrectionFault extends Error {
  override readonly name = 'CorrectionFault';
}

interface RefusedSet {
  readonly position: number;
  readonly field: string;
}

/** Which set the server does not take, by its place in the record and not in what was sent. */
export function findRefusedSet(
  error: unknown,
  sent: readonly { readonly position: number }[],
): RefusedSet | null {
  const fields = error instanceof ApiError ? error.problem?.fields : undefined;
  for (const { path } of fields ?? []) {
    const [, at, field] = /^\/sets\/(\d+)\/(\w+)$/.exec(path) ?? [];
    const set = sent[Number(at)];
    if (field !== undefined && set !== undefined) return { position: set.position, field };
  }
  return null;
}

interface CorrectedNumbers {
  readonly max: number;
  readonly tfo: number;
}

/**
 * What the record will say, unless the machine cannot be set so far: only the server knows that.
 * Reps that were not counted have the load of their set.
 */
export function previewCorrection(
  sets: readonly WorkoutSet[],
  edited: readonly EditedSet[],
): CorrectedNumbers {
  const corrected = listCorrectedSets(edited).map(({ position, loadKg, repCount }) => {
    const set = sets[position];
    const loadHg = toHectograms(loadKg);
    const setHg = toHectograms(set?.loadKg ?? 0);
    const reps = Array.from({ length: repCount }, (_, rep) => {
      const counted = set?.reps[rep];
      if (counted === undefined) return { loadHg, ms: 0 };
      const repHg = toHectograms(counted.loadKg);
      return { loadHg: followSetLoad(repHg, setHg, loadHg), ms: counted.ms };
    });
    return { loadHg, reps };
  });
  const { maxHg, tfoHg } = summarizeWorkout(corrected);
  return { max: toKilograms(maxHg), tfo: toKilograms(tfoHg) };
}

import type { RecordSet } from '@tanren/contract/workouts/workout-records';
import type { WorkoutSet } from '@tanren/contract/workouts/workouts';
import { scaleRepLoad, toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import { summarizeWorkout } from '@tanren/domain/workouts/workouts';
import { ApiError } from '#lib/errors.ts';
import { setFieldNames, setFieldWords } from './record-words.ts';

/** A set while it is being corrected. */
export interface EditedSet extends Readonly<RecordSet> {
  /** Position of the set in the record, from 0. An added set comes after the last one. */
  readonly position: number;
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

/** Returns the sets to send. The server removes the sets that are missing here. */
export function listCorrectedSets(edited: readonly EditedSet[]) {
  return edited.filter(({ removed }) => !removed).map(({ removed: _removed, ...set }) => set);
}

export function isChanged(sets: readonly WorkoutSet[], edited: readonly EditedSet[]): boolean {
  const recorded = startCorrection(sets);
  return edited.some((set) => {
    const before = recorded[set.position];
    return set.removed || setFieldNames.some((field) => set[field] !== before?.[field]);
  });
}

/**
 * An error found before anything is sent. Its message is shown to the person who corrects the
 * record.
 */
export class CorrectionError extends Error {
  override readonly name = 'CorrectionError';
}

interface RejectedSet {
  readonly position: number;
  readonly field: string;
}

/**
 * Returns the set that the server rejected. Its position is the one in the record, not in the sent
 * list.
 */
export function findRejectedSet(
  error: unknown,
  sent: readonly { readonly position: number }[],
): RejectedSet | null {
  const fields = error instanceof ApiError ? error.problem?.fields : undefined;
  for (const { path } of fields ?? []) {
    const [, at, field] = /^\/sets\/(\d+)\/(\w+)$/.exec(path) ?? [];
    const set = sent[Number(at)];
    if (field !== undefined && set !== undefined) return { position: set.position, field };
  }
  return null;
}

/** Explains which set was rejected, with the text for its rejected number. */
export function explainRejectedSet(
  { position, field }: RejectedSet,
  texts: Readonly<Record<keyof RecordSet, string>>,
): string {
  const name = setFieldNames.find((known) => known === field);
  return name === undefined
    ? '記録が変更されています。ページを再読み込みしてからお試しください。'
    : `${position + 1}セット目の${setFieldWords[name].label}${texts[name]}`;
}

interface CorrectedNumbers {
  readonly max: number;
  readonly tfo: number;
}

/**
 * Computes the numbers of the corrected record. Reps that the machine did not count get the load of
 * their set. Only the server checks whether the machine can be set to such a load.
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
      return { loadHg: scaleRepLoad(repHg, setHg, loadHg), ms: counted.ms };
    });
    return { loadHg, reps };
  });
  const { maxHg, tfoHg } = summarizeWorkout(corrected);
  return { max: toKilograms(maxHg), tfo: toKilograms(tfoHg) };
}

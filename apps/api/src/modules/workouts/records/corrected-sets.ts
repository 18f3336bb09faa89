import { scaleRepLoad, settableAtMost, type SettableLoads } from '@tanren/domain/workouts/loads';
import { fitsDuration, maxSets } from '@tanren/domain/workouts/workouts';
import { cutMeasures, type StoredSet } from '#modules/workouts/set-measures.ts';

/** One set of the corrected record. Present sets that the correction does not name are removed. */
export interface CorrectedSet {
  /** The position of the present set, from 0. A position after the last one adds a set. */
  readonly position: number;
  readonly loadHg: number;
  /** Number of reps that stay, counted from the first. A number above the present one adds reps. */
  readonly repCount: number;
}

interface SetError {
  /** The position in the correction, from 0. */
  readonly at: number;
  readonly field: 'position' | 'loadKg' | 'repCount';
  readonly message: string;
}

/**
 * Returns the errors of a correction: sets out of order, more reps than were done, and loads that
 * the machine cannot set. An unchanged load is never an error. `lastsMs` is the length of the bout
 * in milliseconds; without it, nothing may be added. Reps may be added to a present set if they fit
 * into that time. An added set need not fit, because a machine that lost power in the middle of a
 * set did not measure it.
 */
export function findSetErrors(
  present: readonly StoredSet[],
  corrected: readonly CorrectedSet[],
  range: SettableLoads,
  lastsMs: number | null = null,
): SetError[] {
  const errors: SetError[] = [];
  const canAdd = lastsMs !== null && fitsDuration(sumMs(present, corrected), lastsMs);
  let last = -1;
  for (const [at, { position, loadHg, repCount }] of corrected.entries()) {
    const set = present[position];
    const isAdded = lastsMs !== null && set === undefined && position < maxSets;
    if ((set === undefined && !isAdded) || position <= last) {
      const message = 'is no set of the workout, or out of order';
      errors.push({ at, field: 'position', message });
      continue;
    }
    last = position;
    if (set !== undefined && repCount > set.repLoadsHg.length && !canAdd) {
      const message = lastsMs === null ? 'is more than were done' : 'is more than the time allows';
      errors.push({ at, field: 'repCount', message });
    }
    if (loadHg !== set?.loadHg && settableAtMost(range, loadHg) !== loadHg) {
      errors.push({ at, field: 'loadKg', message: 'is no load of the machine' });
    }
  }
  return errors;
}

function sumMs(present: readonly StoredSet[], corrected: readonly CorrectedSet[]): number {
  const reps = corrected.flatMap(({ position, repCount }) => {
    const set = present[position];
    return set === undefined ? [] : timeReps(set, repCount);
  });
  return reps.reduce((sum, ms) => sum + ms, 0);
}

/** Returns the durations of the reps. An added rep takes the average of the others of its set. */
function timeReps({ repMs }: Pick<StoredSet, 'repMs'>, repCount: number): number[] {
  const added = Math.max(0, repCount - repMs.length);
  return [...repMs.slice(0, repCount), ...Array.from({ length: added }, () => average(repMs))];
}

function average(repMs: readonly number[]): number {
  return Math.round(repMs.reduce((sum, ms) => sum + ms, 0) / Math.max(1, repMs.length));
}

/**
 * Returns the sets after the correction. A rep that was lighter than its set stays lighter by the
 * same ratio, so that a correction never makes the member stronger than intended. Present reps keep
 * their measures, which do not depend on the load.
 */
export function correctSets(
  present: readonly StoredSet[],
  corrected: readonly CorrectedSet[],
  { minLoadHg, maxLoadHg }: SettableLoads,
): StoredSet[] {
  return corrected.map(({ position, loadHg, repCount }) => {
    const set = present[position];
    if (set === undefined) {
      // The reps of an added set take the average of the whole bout.
      const usualMs = average(present.flatMap(({ repMs }) => repMs));
      const repeat = (value: number) => Array.from({ length: repCount }, () => value);
      return { loadHg, repLoadsHg: repeat(loadHg), repMs: repeat(usualMs) };
    }
    const scaleRep = (repHg: number) => {
      if (loadHg === set.loadHg) return repHg;
      const moved = scaleRepLoad(repHg, set.loadHg, loadHg);
      return Math.min(Math.max(moved, minLoadHg), maxLoadHg);
    };
    const done = set.repLoadsHg.slice(0, repCount).map(scaleRep);
    const added = Array.from({ length: repCount - done.length }, () => loadHg);
    return {
      loadHg,
      repLoadsHg: [...done, ...added],
      repMs: timeReps(set, repCount),
      ...cutMeasures(set, repCount),
    };
  });
}

/** Returns whether the present sets already equal the result of the correction. */
export function isSameCorrection(
  present: readonly StoredSet[],
  corrected: readonly CorrectedSet[],
): boolean {
  return (
    present.length === corrected.length &&
    present.every(({ loadHg, repLoadsHg }, at) => {
      const set = corrected[at];
      return set?.loadHg === loadHg && set.repCount === repLoadsHg.length;
    })
  );
}

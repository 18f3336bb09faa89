import { followSetLoad, settableAtMost, type SettableLoads } from '@tanren/domain/loads';
import type { WorkoutSetRow } from '#db/schema/workouts.ts';

export type StoredSet = Pick<WorkoutSetRow, 'loadHg' | 'repLoadsHg' | 'repMs'>;

/** One of the present sets; sets that the correction does not name are removed. */
export interface CorrectedSet {
  /** The position of the present set, from 0. */
  readonly position: number;
  readonly loadHg: number;
  /** How many of its reps stay, counted from the first. */
  readonly repCount: number;
}

interface SetMistake {
  /** The position in the correction, from 0. */
  readonly at: number;
  readonly field: 'position' | 'loadKg' | 'repCount';
  readonly message: string;
}

/**
 * The faults of a correction: sets that do not exist or are out of order, more reps than were done,
 * and loads that the machine cannot set. A load that stays as it was is never a fault.
 */
export function findSetMistakes(
  present: readonly StoredSet[],
  corrected: readonly CorrectedSet[],
  range: SettableLoads,
): SetMistake[] {
  const mistakes: SetMistake[] = [];
  let last = -1;
  for (const [at, { position, loadHg, repCount }] of corrected.entries()) {
    const set = present[position];
    if (set === undefined || position <= last) {
      const message = 'is no set of the workout, or out of order';
      mistakes.push({ at, field: 'position', message });
      continue;
    }
    last = position;
    if (repCount > set.repLoadsHg.length) {
      mistakes.push({ at, field: 'repCount', message: 'is more than were done' });
    }
    if (loadHg !== set.loadHg && settableAtMost(range, loadHg) !== loadHg) {
      mistakes.push({ at, field: 'loadKg', message: 'is no load of the machine' });
    }
  }
  return mistakes;
}

/**
 * The sets after the correction. Reps follow the load of their set: a rep that was lighter stays
 * lighter by the same part, so that no correction makes anybody stronger than meant.
 */
export function correctSets(
  present: readonly StoredSet[],
  corrected: readonly CorrectedSet[],
  { minLoadHg, maxLoadHg }: SettableLoads,
): StoredSet[] {
  return corrected.flatMap(({ position, loadHg, repCount }) => {
    const set = present[position];
    if (set === undefined) return [];
    const follow = (repHg: number) => {
      if (loadHg === set.loadHg) return repHg;
      const moved = followSetLoad(repHg, set.loadHg, loadHg);
      return Math.min(Math.max(moved, minLoadHg), maxLoadHg);
    };
    return {
      loadHg,
      repLoadsHg: set.repLoadsHg.slice(0, repCount).map(follow),
      repMs: set.repMs.slice(0, repCount),
    };
  });
}

/** Whether the sets are what the correction would make of the sets it was made from. */
export function saysTheSame(
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

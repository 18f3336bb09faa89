import { findPlannedReps } from '@tanren/domain/menus/menus';
import {
  addStrength,
  type StoredStrength,
  type StrengthColumns,
} from '@tanren/domain/workouts/strength-chain';
import type { Transaction } from '#db/database.ts';
import type { MemberType } from '#modules/workouts/member-type.ts';
import {
  deleteStrength,
  saveStrengths,
  selectChain,
  updateStrengthColumns,
} from './strength.store.ts';

/**
 * Recomputes the strength of a pair from all its workouts, after one came late, was corrected or was
 * removed. Each workout counts with the offset that its machine had when it arrived. The caller has
 * locked the bests.
 */
export async function rebuildStrength(tx: Transaction, pair: MemberType): Promise<void> {
  let stored: StoredStrength | null = null;
  const changed: { id: number; columns: StrengthColumns }[] = [];
  for (const { columns: before, runItems, loads, ...workout } of await selectChain(tx, pair)) {
    const sets = loads.map((reps) => ({
      loadHg: 0,
      reps: reps.map((loadHg) => ({ loadHg, ms: 0 })),
    }));
    const items = runItems ?? [];
    const plannedReps = findPlannedReps(items, pair.workoutTypeId, workout.topLoadHg);
    const added: ReturnType<typeof addStrength> = addStrength(stored, {
      ...workout,
      sets,
      plannedReps,
    });
    stored = added.stored;
    if (!isSame(added.columns, before)) changed.push({ id: workout.id, columns: added.columns });
  }
  await updateStrengthColumns(tx, changed);
  if (stored === null) await deleteStrength(tx, pair);
  else await saveStrengths(tx, [{ ...pair, ...stored }]);
}

function isSame(a: StrengthColumns, b: StrengthColumns): boolean {
  const keys = Object.keys(a) as (keyof StrengthColumns)[];
  return keys.every((key) => round(a[key]) === round(b[key]));
}

/** The driver reads a column of four bytes from its shortest text, which has fewer digits. */
function round(value: number | null): number | null {
  return value === null ? null : Math.fround(value);
}

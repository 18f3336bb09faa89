import { formatKg } from '#lib/kilograms.ts';
import type { PlannedSet } from './bout-plan.ts';

/** `10回・50kg`. */
export function describeGoal({ reps, loadKg }: Pick<PlannedSet, 'reps' | 'loadKg'>): string {
  return loadKg === null ? `${reps}回` : `${reps}回・${formatKg(loadKg)}kg`;
}

/** null: the machine is set as planned. */
export function hintAtLoad({ loadKg }: Pick<PlannedSet, 'loadKg'>, setKg: number): string | null {
  if (loadKg === null || loadKg === setKg) return null;
  return `マシンの設定は${formatKg(setKg)}kgです`;
}

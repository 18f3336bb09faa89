import type { SessionItem } from './session-items.ts';
import { type SettableLoads, settableAtMost, toSettable } from './settable-loads.ts';
import { workoutTypes } from './workout-types.ts';

export type LoadFault = 'unknown_type' | 'load_outside';

/** Whether the machines built for the type can be set to it; おすすめ always can. */
export function findLoadFault({
  workoutTypeId,
  loadHg,
}: Pick<SessionItem, 'workoutTypeId' | 'loadHg'>): LoadFault | null {
  const range = findTypeLoads(workoutTypeId);
  if (range === null) return 'unknown_type';
  if (loadHg === null || settableAtMost(range, loadHg) === loadHg) return null;
  return 'load_outside';
}

/** For beside a field: 「5〜150 kg（2.5 kg刻み）」. Empty for a type nobody knows. */
export function describeLoadRange(workoutTypeId: number): string {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId);
  if (type === undefined) return '';
  return `${type.minLoad}〜${type.maxLoad} kg（${type.loadStep} kg刻み）`;
}

/** null: there is no such type. */
function findTypeLoads(workoutTypeId: number): SettableLoads | null {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId);
  return type === undefined ? null : toSettable(type);
}

import type { TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import type { NextMachine, NextMachines } from '@tanren/contract/menus/next-machines';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';

export const nextStateNames = {
  free: '空き',
  used: '使用中',
  held: '予約中',
  unavailable: '今は使えません',
} as const satisfies Record<NextMachine['state'], string>;

/** Error in minutes from which a wait is shown as a range. */
const rangeFromMinutes = 2;

/** Describes when a machine becomes free. Returns `null` when that is unknown. */
export function describeWait({
  freeInMinutes,
  errorMinutes,
}: Pick<NextMachine, 'freeInMinutes' | 'errorMinutes'>): string | null {
  if (freeInMinutes === null) return null;
  if (freeInMinutes <= 0) return 'まもなく空きます';
  const error = errorMinutes ?? 0;
  return error < rangeFromMinutes
    ? `あと約${freeInMinutes}分`
    : `あと${Math.max(1, freeInMinutes - error)}〜${freeInMinutes + error}分`;
}

/** Predicates for a machine without a known time. A machine that is free by now was used before. */
const busyWords = {
  free: '使用中です',
  used: '使用中です',
  held: '予約中です',
  unavailable: '今は使えません',
} as const satisfies Record<NextMachine['state'], string>;

/**
 * Explains the proposed order in one line. Returns `null` when there is nothing to explain, because
 * it is the order of the menu.
 */
export function explainOrder(
  { order, reason, waitsFor, items }: NextMachines,
  run: Pick<TrainingSessionRun, 'items'>,
): string | null {
  const name = (position: number | undefined) => {
    const item = run.items[position ?? -1];
    return item === undefined ? null : nameWorkoutType(item.workoutTypeId);
  };
  const first = name(order[0]);
  if (first === null) return null;
  const areAllUsed =
    items.some(({ state }) => state === 'used') && items.every(({ state }) => state !== 'free');
  if (areAllUsed) return 'メニューのマシンは、今どれも使用中です。';
  const waited = name(waitsFor?.position);
  switch (reason) {
    case 'shorter-wait': {
      if (waited === null || waitsFor === null) return null;
      const { state = 'used' } = items.find((item) => item.position === waitsFor.position) ?? {};
      const wait =
        describeWait({ freeInMinutes: waitsFor.minutes, errorMinutes: null }) ?? busyWords[state];
      return `${waited}は${wait}。先に${first}へ。`;
    }
    case 'other-muscle':
      return `同じ部位が続かないように、先に${first}へ。`;
    case 'trainer-order':
      return 'トレーナーが決めた順番です。';
    default:
      return null;
  }
}

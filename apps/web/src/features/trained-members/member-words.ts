import type { TrainedMember } from '@tanren/contract/trainer-members';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Between two days as `2026-11-15`. */
function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** `今日`, `昨日`, `12日前`, on the gym's calendar. */
export function describeDaysAgo(day: string, today: string): string {
  const days = countDays(day, today);
  if (days <= 0) return '今日';
  return days === 1 ? '昨日' : `${days}日前`;
}

const mostTypes = 2;

/** `チェストプレス、レッグプレス ほか1種目`. */
export function nameStalled({
  stalledWorkoutTypeIds: ids,
}: Pick<TrainedMember, 'stalledWorkoutTypeIds'>): string {
  const names = ids.slice(0, mostTypes).map(nameWorkoutType).join('、');
  const others = ids.length - mostTypes;
  return others > 0 ? `${names} ほか${others}種目` : names;
}

/** As people type names: width, case and kana apart. */
function simplify(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60))
    .replace(/\s/g, '');
}

export function filterByName<M extends Pick<TrainedMember, 'nickname'>>(
  members: readonly M[],
  text: string,
): readonly M[] {
  const wanted = simplify(text);
  return members.filter(({ nickname }) => simplify(nickname).includes(wanted));
}

import type { MenuItem, TrainingSessionSummary } from '@tanren/contract/menus/menus';
import { formatRest, type ReportReason, type Visibility } from '@tanren/domain/menus/menus';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';

export const visibilityNames = { public: '公開', private: '非公開' } as const satisfies Record<
  Visibility,
  string
>;

const maxMachines = 3;

/** Lists machines as `チェストプレス、レッグプレス、アブドミナル ほか2種目`. */
export function describeMachines({
  workoutTypeIds,
}: Pick<TrainingSessionSummary, 'workoutTypeIds'>): string {
  const names = workoutTypeIds.slice(0, maxMachines).map(nameWorkoutType).join('、');
  const others = workoutTypeIds.length - maxMachines;
  return others > 0 ? `${names} ほか${others}種目` : names;
}

/** Describes an item as `3セット×10回・おすすめ重量・休憩2分`. A single set has no rest. */
export function describePlan(
  item: Pick<MenuItem, 'sets' | 'reps' | 'loadKg' | 'restSeconds'>,
): string {
  const { sets, reps, loadKg, restSeconds } = item;
  return [
    `${sets}セット×${reps}回`,
    ...(loadKg === null ? ['おすすめ重量'] : []),
    ...(sets > 1 ? [`休憩${formatRest(restSeconds)}`] : []),
  ].join('・');
}

/** Labels of the reasons for a report. Members and staff see the same words. */
export const reportReasonNames = {
  dangerous: '危険な内容',
  offensive: '不快な内容',
  personal: '個人情報',
  spam: '宣伝・迷惑行為',
  other: 'その他',
} as const satisfies Record<ReportReason, string>;

import type { TodaysItem, TodaysMenu } from '@tanren/contract/menus/todays-menu';
import { raiseFromReps } from '@tanren/domain/workouts/next-load';
import { bodyParts, type MenuSource } from '@tanren/domain/menus/todays-menu';
import { shortReasons, usualLoadReasons } from '#entities/workouts/next-load-text.ts';

const reasons = {
  running: 'トレーニング中',
  reserved: '今日の予約で選んだメニュー',
  trainer: 'トレーナーからの新しいメニュー',
  beginner: 'はじめての方に',
  balanced: '全身をバランスよく',
} as const satisfies Record<Exclude<TodaysMenu['reason']['kind'], 'due'>, string>;

/** Returns the reason for this menu, such as 「脚を6日鍛えていません」. */
export function explainMenu({ kind, part, days }: TodaysMenu['reason']): string {
  if (kind !== 'due') return reasons[kind];
  const name = bodyParts.find(({ id }) => id === part)?.name ?? '全身';
  return days === null ? `${name}はまだ鍛えていません` : `${name}を${days}日鍛えていません`;
}

/** Returns whether the menu is a proposal, and not an appointment or a task of the trainer. */
export function isFreeChoice({ reason }: Pick<TodaysMenu, 'reason'>): boolean {
  return reason.kind === 'due' || reason.kind === 'balanced';
}

/** Shorter waits need no mention. */
const minWaitMinutes = 2;

/**
 * Returns how long the menu takes with the waits now and in a quieter hour. Returns `null` if they
 * are unknown or short.
 */
export function describeWaits({
  minutes,
  waits,
}: Pick<TodaysMenu, 'minutes' | 'waits'>): string | null {
  if (!waits) return null;
  const { minutesNow, quieter } = waits;
  if (minutesNow - minutes < minWaitMinutes) return null;
  const later = quieter === null ? '' : `・${quieter.hour}時なら${quieter.minutes}分`;
  return `待ち時間を入れると、いま${minutesNow}分${later}`;
}

export const sourceNames = {
  trainer: 'トレーナー',
  own: 'マイメニュー',
  favorite: 'お気に入り',
  gym: 'ジムの定番',
  public: '公開メニュー',
} as const satisfies Record<MenuSource, string>;

const loadReasons = {
  ...shortReasons,
  menu: 'メニューで決めた重量',
  first: '軽い重量から',
} as const satisfies Record<Exclude<TodaysItem['loadReason'], 'keep'>, string>;

type ExplainedItem = Pick<TodaysItem, 'loadReason' | 'reps' | 'restsOnEarlierWorkout'>;

export function explainLoad({ loadReason, reps, restsOnEarlierWorkout }: ExplainedItem): string {
  const isByRule = loadReason !== 'trainer' && loadReason !== 'menu' && loadReason !== 'first';
  if (isByRule && restsOnEarlierWorkout === true) return usualLoadReasons[loadReason];
  // An unchanged load needs no reason, so the next aim is named instead.
  if (loadReason === 'keep') return `${raiseFromReps(reps)}回できたら次回は重く`;
  return loadReasons[loadReason];
}

export interface LoadChange {
  readonly sign: '↑' | '→' | '↓';
  readonly spoken: string;
}

/** Compares the load with the last one. Returns `null` when there is nothing to compare. */
export function compareLoad({
  loadKg,
  lastLoadKg,
}: Pick<TodaysItem, 'loadKg' | 'lastLoadKg'>): LoadChange | null {
  if (loadKg === null || lastLoadKg === null) return null;
  if (loadKg > lastLoadKg) return { sign: '↑', spoken: '前回より重い' };
  if (loadKg < lastLoadKg) return { sign: '↓', spoken: '前回より軽い' };
  return { sign: '→', spoken: '前回と同じ' };
}

export function describeFree(
  { free, total }: NonNullable<TodaysItem['machines']>,
  inspection = false,
): string {
  if (inspection) return '点検中';
  if (total === 0) return '設置なし';
  return free === 0 ? '使用中' : `${free}台空き`;
}

import type { UnlinkReason } from '@tanren/contract/machines/machine-commands';
import type { RejectionReason } from '@tanren/contract/machines/machine-messages';
import type { PersonalBestKind } from '@tanren/domain/workouts/personal-bests';
import { formatKg } from '#lib/number-format.ts';
import type { ChannelPhase } from '#lib/realtime/realtime-channel.ts';

/** Formats milliseconds as `1分23秒`, for sentences and screen readers. */
export function describeDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}秒` : `${minutes}分${seconds % 60}秒`;
}

/** A rest between two sets. Its times are server times in milliseconds. */
export interface Rest {
  readonly startedAt: number;
  readonly endsAt: number;
}

/** Returns the rest after a set, which ends as planned unless the member has chosen another end. */
export function planRest(since: string, restSeconds: number, chosenEnd: number | null): Rest {
  const startedAt = Date.parse(since);
  return { startedAt, endsAt: chosenEnd ?? startedAt + restSeconds * 1000 };
}

/**
 * Returns the remaining rest in milliseconds. The machine's clock may be ahead, so the result never
 * exceeds the whole rest.
 */
export function leftOfRest({ startedAt, endsAt }: Rest, now: number): number {
  return Math.max(0, Math.min(endsAt - startedAt, endsAt - now));
}

/** Milliseconds by which one tap makes a rest longer. */
export const moreRestMs = 30_000;

/** Returns the end of a rest that the member makes longer. A rest that is over begins again. */
export function extendRest({ endsAt }: Rest, now: number): number {
  return Math.max(endsAt, now) + moreRestMs;
}

/** Plan of the followed menu for the linked machine. */
export interface BoutPlan {
  /** The current or next set. `null` when all sets on this machine are done. */
  readonly next: PlannedSet | null;
  /** The last finished set. `null` before the first one. */
  readonly last: { readonly set: number; readonly sets: number } | null;
  /** Rest before the next set in seconds. `null` when the menu sets no limit. */
  readonly restSeconds: number | null;
}

export interface PlannedSet {
  readonly set: number;
  readonly sets: number;
  readonly reps: number;
  /** `null` when the member has no record to derive a load from. */
  readonly loadKg: number | null;
}

/** Formats a goal as `10回・50kg`. */
export function describeGoal({ reps, loadKg }: Pick<PlannedSet, 'reps' | 'loadKg'>): string {
  return loadKg === null ? `${reps}回` : `${reps}回・${formatKg(loadKg)}kg`;
}

/**
 * Returns how far the ring around the reps is filled, from 0 to 1. It stays empty without a planned
 * number of reps.
 */
export function fillOfReps(reps: number, planned: Pick<PlannedSet, 'reps'> | null): number {
  return planned === null ? 0 : Math.min(1, reps / planned.reps);
}

/** Returns the short cue that a member can read at a glance during a set or a rest. */
export function describeCue(reps: number, lifting: boolean, plan: BoutPlan | null): string {
  if (!lifting) return '休憩';
  if (!plan?.next) return reps === 0 ? 'はじめましょう' : 'その調子です';
  const left = plan.next.reps - reps;
  if (left <= 0) return '目標達成';
  return left === 1 ? 'もう1回' : `あと${left}回`;
}

/** Returns a hint when the machine is not set to the planned load, or `null` when it is. */
export function hintAtLoad({ loadKg }: Pick<PlannedSet, 'loadKg'>, setKg: number): string | null {
  if (loadKg === null || loadKg === setKg) return null;
  return `マシンの設定は${formatKg(setKg)}kgです`;
}

export const phaseText = {
  connecting: '接続しています',
  connected: '接続中',
  waiting: 'マシンの応答を待っています',
  reconnecting: '再接続中',
  ended: '解除済み',
} satisfies Record<ChannelPhase, string>;

export const unlinkText = {
  member: '接続を解除しました。',
  idle: '10分間マシンの動きがなかったため、接続を解除しました。',
  moved: '別のマシンに接続したため、前のマシンとの接続を解除しました。',
  'signed-out': 'ログアウトまたはパスワードの変更により、接続を解除しました。',
  erased: '会員情報が削除されたため、接続を解除しました。',
  retired: 'このマシンは使えなくなりました。別のマシンをご利用ください。',
} satisfies Record<UnlinkReason, string>;

export const personalBestText = {
  max: '最大重量',
  tfo: '総発揮力',
  oneRepMax: '推定1RM',
} satisfies Record<PersonalBestKind, string>;

const machineErrorText = 'マシンから届いた記録を読み取れませんでした。';
const clockErrorText = 'マシンの時計がずれているため、記録できませんでした。';
const implausible = 'マシンから届いた数値が正しくないため、記録できませんでした。';

export const rejectionText = {
  too_large: machineErrorText,
  not_json: machineErrorText,
  invalid_shape: machineErrorText,
  unknown_connection: 'マシンとの接続を確認できず、保存できませんでした。',
  outside_connection: '接続していない時間の記録のため、保存できませんでした。',
  uuid_taken: machineErrorText,
  claim_token_taken: machineErrorText,
  load_out_of_range: implausible,
  load_off_step: implausible,
  rep_too_fast: implausible,
  too_many_sets: implausible,
  ends_before_start: clockErrorText,
  too_short_for_reps: implausible,
  in_future: clockErrorText,
  overlaps_workout: clockErrorText,
  rep_times_impossible: implausible,
  phases_too_long: implausible,
  velocity_impossible: implausible,
  too_old: '30日以上前の記録のため、保存できませんでした。',
} satisfies Record<RejectionReason, string>;

import type { RejectionReason, UnlinkReason } from '@tanren/contract/machines/machine-messages';
import type { PersonalBestKind } from '@tanren/domain/workouts/personal-bests';
import { formatKg } from '#lib/number-format.ts';
import type { ChannelPhase } from '#lib/realtime/realtime-channel.ts';

/** `83000` → `1:23`. */
export function formatTimer(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `83000` → `1分23秒`; read out, and in sentences. */
export function describeDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}秒` : `${minutes}分${seconds % 60}秒`;
}

/** What is left of a rest, in ms. The machine's clock may be ahead: never more than the whole. */
export function leftOfRest(since: string, restSeconds: number, now: number): number {
  const whole = restSeconds * 1000;
  return Math.min(whole, Math.max(0, Date.parse(since) + whole - now));
}

/** What a training session asks for on the linked machine, for those who follow one. */
export interface BoutPlan {
  /** The set under way, or the next one. null: everything on this machine is done. */
  readonly next: PlannedSet | null;
  /** The last set that is done. */
  readonly last: { readonly set: number; readonly sets: number } | null;
  /** Before the next set; null: as long as one likes. */
  readonly restSeconds: number | null;
}

export interface PlannedSet {
  readonly set: number;
  readonly sets: number;
  readonly reps: number;
  /** null: the member has no record to go by. */
  readonly loadKg: number | null;
}

/** `10回・50kg`. */
export function describeGoal({ reps, loadKg }: Pick<PlannedSet, 'reps' | 'loadKg'>): string {
  return loadKg === null ? `${reps}回` : `${reps}回・${formatKg(loadKg)}kg`;
}

/** How far the ring around the reps is filled; not at all where there is no number to reach. */
export function fillOfReps(reps: number, planned: Pick<PlannedSet, 'reps'> | null): number {
  return planned === null ? 0 : Math.min(1, reps / planned.reps);
}

/** What one glance must say of a bout that goes on. */
export function tellCue(reps: number, lifting: boolean, plan: BoutPlan | null): string {
  if (!lifting) return '休憩';
  if (!plan?.next) return reps === 0 ? 'はじめましょう' : 'その調子です';
  const left = plan.next.reps - reps;
  if (left <= 0) return '目標達成';
  return left === 1 ? 'もう1回' : `あと${left}回`;
}

/** null: the machine is set as planned. */
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

const machineFault = 'マシンから届いた記録を読み取れませんでした。';
const clockFault = 'マシンの時計がずれているため、記録できませんでした。';
const implausible = 'マシンから届いた数値が正しくないため、記録できませんでした。';

export const rejectionText = {
  too_large: machineFault,
  not_json: machineFault,
  invalid_shape: machineFault,
  unknown_connection: 'マシンとの接続を確認できず、保存できませんでした。',
  outside_connection: '接続していない時間の記録のため、保存できませんでした。',
  uuid_taken: machineFault,
  claim_token_taken: machineFault,
  load_out_of_range: implausible,
  load_off_step: implausible,
  rep_too_fast: implausible,
  too_many_sets: implausible,
  ends_before_start: clockFault,
  too_short_for_reps: implausible,
  in_future: clockFault,
  overlaps_workout: clockFault,
  too_old: '30日以上前の記録のため、保存できませんでした。',
} satisfies Record<RejectionReason, string>;

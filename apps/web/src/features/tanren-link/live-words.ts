import type { RejectionReason, UnlinkReason } from '@tanren/contract/machine-messages';
import type { PersonalBestKind } from '@tanren/domain/personal-bests';
import type { ChannelPhase } from '#lib/realtime-channel.ts';

export const phaseText = {
  connecting: '接続しています',
  connected: '接続中',
  waiting: '受信待ち',
  reconnecting: '再接続中',
  ended: '切断',
} satisfies Record<ChannelPhase, string>;

export const unlinkText = {
  member: '接続を解除しました。',
  idle: '10分間トレーニングがなかったため、接続を解除しました。',
  moved: '別のマシンに接続したため、前のマシンとの接続を解除しました。',
  'signed-out': 'ログアウトまたはパスワードの変更により、接続を解除しました。',
  erased: '会員情報が削除されたため、接続を解除しました。',
  retired: 'マシンの利用が終了したため、接続を解除しました。',
} satisfies Record<UnlinkReason, string>;

export const personalBestText = {
  max: '最大負荷',
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
  unknown_connection: '接続の記録が見つからないため、記録できませんでした。',
  outside_connection: '接続していない時間の記録のため、保存できませんでした。',
  uuid_taken: machineFault,
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

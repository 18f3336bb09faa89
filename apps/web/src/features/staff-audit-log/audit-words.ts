import { type StaffAction, staffActions } from '@tanren/domain/staff-audit-log';

const names = {
  'information.create': 'お知らせを作成',
  'information.update': 'お知らせを変更',
  'information.delete': 'お知らせを削除',
  'gym.create': '店舗を追加',
  'gym.update': '店舗の情報を変更',
  'gym.hours': '営業時間を変更',
  'gym.special-day': '臨時営業日・休業日を登録',
  'gym.special-day.delete': '臨時営業日・休業日を削除',
  'gym.plans': '料金プランを変更',
  'reservation.cancel': '予約を取り消し',
  'machine.create': 'マシンを追加',
  'machine.secret': 'マシンの接続キーを再発行',
  'machine.retire': 'マシンを撤去',
  'report.dismiss': '通報を問題なしと判断',
  'report.hide': 'セッションを非公開に変更',
  'report.restore': 'セッションの非公開を解除',
  'member.search': '会員を検索',
  'member.view': '会員情報を閲覧',
  'member.delete': '会員データを削除',
  'member.sign-out': '会員をログアウト',
  'member.totp-remove': '会員の認証アプリを解除',
  'workout.correct': 'トレーニングの記録を修正',
  'workout.remove': 'トレーニングの記録を削除',
} as const satisfies Record<StaffAction, string>;

/** A server that is newer than the page may know more actions. */
export function nameAction(action: string): string {
  return isStaffAction(action) ? names[action] : action;
}

export function isStaffAction(text: unknown): text is StaffAction {
  return (staffActions as readonly unknown[]).includes(text);
}

export const actionChoices = staffActions.map((id) => ({ id, label: names[id] }));

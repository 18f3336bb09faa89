import type { AuditEntry } from '@tanren/contract/staff/staff-audit-log';
import type { GymFieldName } from '@tanren/domain/gyms/gym-fields';
import { legalNoticeNames } from '@tanren/domain/gyms/legal-notice';
import {
  type NamedAuditField,
  type StaffAction,
  staffActions,
} from '@tanren/domain/staff/staff-audit-log';
import { gymFieldWords } from '#entities/gyms/gym-fields.ts';
import { announcementFieldNames } from '#entities/members/announcement-fields.ts';

/** Names of all logged fields except those of a gym, which `gymFieldWords` has. */
const otherNames = {
  ...announcementFieldNames,
  ...legalNoticeNames,
  sunday: '日曜日',
  monday: '月曜日',
  tuesday: '火曜日',
  wednesday: '水曜日',
  thursday: '木曜日',
  friday: '金曜日',
  saturday: '土曜日',
  hours: '営業時間',
  note: 'メモ',
  reservation: '予約',
  minLoad: '最小の重量（kg）',
  maxLoad: '最大の重量（kg）',
  loadStep: '重量の刻み（kg）',
  sets: '記録',
  terms: '契約の期間',
  dues: '会費',
  entered: '来館時刻',
  missing: '条件を満たしていない点',
} as const satisfies Record<Exclude<NamedAuditField, GymFieldName>, string>;

function findFieldName(field: string): string | undefined {
  if (Object.hasOwn(gymFieldWords, field)) return gymFieldWords[field as GymFieldName].loggedAs;
  return Object.hasOwn(otherNames, field)
    ? otherNames[field as keyof typeof otherNames]
    : undefined;
}

/** Returns the Japanese name of a field, or the field itself when it has none. */
export function nameField(field: string): string {
  const [, plan] = /^plan(\d+)$/.exec(field) ?? [];
  if (plan !== undefined) return `料金プラン${plan}`;
  const [, machine] = /^machine(\d+)$/.exec(field) ?? [];
  return machine === undefined ? (findFieldName(field) ?? field) : `マシン${machine}`;
}

/** Describes a change. A new value has no `before`, and a removed one no `after`. */
export function describeChange({ field, before, after }: AuditEntry['changes'][number]) {
  return { name: nameField(field), before: before || 'なし', after: after || 'なし' };
}

/**
 * Describes the target of an entry. The log stores a search in a short form, which is spelled out
 * here.
 */
export function describeTarget({
  action,
  target,
}: Pick<AuditEntry, 'action' | 'target'>): string | null {
  if (action !== 'member.search' || target === null) return target;
  return target
    .replace(/^会員契約・一覧/, '会員契約の一覧')
    .replace(/・続き(?=\d+件$)/, '・2ページ目以降・');
}

const names = {
  'information.create': 'お知らせを作成',
  'information.update': 'お知らせを変更',
  'information.delete': 'お知らせを削除',
  'gym.create': '店舗を追加',
  'gym.update': '店舗の情報を変更',
  'gym.hours': '営業時間を変更',
  'gym.special-day': '臨時営業日・休館日を登録',
  'gym.special-day.delete': '臨時営業日・休館日を削除',
  'gym.plans': '料金プランを変更',
  'gym.legal-notice': '特定商取引法に基づく表記を変更',
  'reservation.cancel': '予約をキャンセル',
  'reservation.entry': '来館を記録',
  'reservation.walk-in': '予約のない来館を受け付け',
  'reservation.note': '受付のメモを変更',
  'board.view': '受付表を閲覧',
  'membership.requests': '会員契約のお申し込みを閲覧',
  'membership.view': '会員契約を閲覧',
  'membership.approve': '会員契約のお申し込みを承認',
  'membership.decline': '会員契約のお申し込みをお断り',
  'membership.enrol': '入会の手続き',
  'membership.plan': '会員契約のプランを変更',
  'membership.pause': '休会を登録',
  'membership.resume': '再開を登録',
  'membership.end': '退会を登録',
  'membership.continue': '退会を取りやめ',
  'membership.payment': '入金を確認',
  'membership.name-kana': 'フリガナを登録',
  'dues.view': '会費を閲覧',
  'dues.charge': '会費を請求',
  'dues.csv': '会費の一覧をダウンロード',
  'dues.transfer': '口座振替のファイルを作成',
  'dues.results': '口座振替の結果を取り込み',
  'dues.entry': '会費の入金・訂正・返金を登録',
  'dues.account-view': '口座振替の口座を閲覧',
  'dues.account': '口座振替の口座を登録',
  'dues.account-delete': '口座振替の口座を削除',
  'dues.collector': '会費の収納口座を登録',
  'health-check.view': '健康チェックの回答を閲覧',
  'machine.create': 'マシンを追加',
  'machine.secret': 'マシンの接続キーを再発行',
  'machine.retire': 'マシンを撤去',
  'machine.floor': 'マシンの配置を変更',
  'machine.inspect': 'マシンを点検中に変更',
  'machine.inspect-end': 'マシンの点検を終了',
  'report.dismiss': '報告を問題なしと判断',
  'report.hide': 'メニューを非公開に変更',
  'report.restore': 'メニューの非公開を解除',
  'member.search': '会員を検索',
  'member.view': '会員情報を閲覧',
  'member.delete': '会員データを削除',
  'member.sign-out': '会員をログアウト',
  'member.totp-remove': '会員の認証アプリを解除',
  'workout.correct': 'トレーニングの記録を修正',
  'workout.remove': 'トレーニングの記録を削除',
  'correction.confirm': '会員による記録の訂正を承認',
  'correction.refuse': '会員による記録の訂正を差し戻し',
} as const satisfies Record<StaffAction, string>;

/**
 * Returns the name of an action. A server that is newer than the page may send actions that the
 * page does not know.
 */
export function nameAction(action: string): string {
  return isStaffAction(action) ? names[action] : action;
}

export function isStaffAction(text: unknown): text is StaffAction {
  return (staffActions as readonly unknown[]).includes(text);
}

export const actionChoices = staffActions.map((id) => ({ id, label: names[id] }));

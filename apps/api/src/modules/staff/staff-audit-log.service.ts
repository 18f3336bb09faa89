import { defaultPageLimit } from '@tanren/contract/endpoint';
import type { AuditEntry } from '@tanren/contract/staff/staff-audit-log';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import type { StaffAction } from '@tanren/domain/staff/staff-audit-log';
import type { Queryable } from '#db/database.ts';
import { cutPage, readTimeCursor } from '#db/time-cursor.ts';
import type { MemberData } from '#modules/identity/member-data.service.ts';
import {
  type AuditRow,
  deletePerson,
  listEntriesAbout,
  selectEntries,
} from './staff-audit-log.store.ts';

const pageLength = 200;

const actionWords: Readonly<Record<StaffAction, string>> = {
  'information.create': 'お知らせの作成',
  'information.update': 'お知らせの変更',
  'information.delete': 'お知らせの削除',
  'gym.create': '店舗の登録',
  'gym.update': '店舗情報の変更',
  'gym.hours': '営業時間の変更',
  'gym.special-day': '臨時営業日・休館日の設定',
  'gym.special-day.delete': '臨時営業日・休館日の削除',
  'gym.plans': '料金プランの変更',
  'gym.legal-notice': '特定商取引法に基づく表記の変更',
  'reservation.cancel': '予約のキャンセル',
  'reservation.entry': '来館の記録',
  'reservation.walk-in': '予約のない来館の受付',
  'reservation.note': '受付メモの記入',
  'board.view': '受付表の閲覧',
  'membership.view': '会員契約の確認',
  'membership.requests': '会員契約のお申し込みの閲覧',
  'membership.approve': '会員契約のお申し込みの承認',
  'membership.decline': '会員契約のお申し込みのお断り',
  'membership.enrol': '入会の手続き',
  'membership.plan': 'プラン変更の手続き',
  'membership.pause': '休会の手続き',
  'membership.resume': '再開の手続き',
  'membership.end': '退会の手続き',
  'membership.continue': '退会の取りやめの手続き',
  'membership.payment': '入金確認',
  'membership.name-kana': 'フリガナの登録',
  'dues.view': '会費の確認',
  'dues.charge': '会費の請求',
  'dues.csv': '会費の一覧のダウンロード',
  'dues.transfer': '口座振替のファイルの作成',
  'dues.results': '口座振替の結果の取り込み',
  'dues.entry': '会費の入金・訂正・返金の登録',
  'dues.account-view': '口座振替の口座の確認',
  'dues.account': '口座振替の口座の登録',
  'dues.account-delete': '口座振替の口座の削除',
  'dues.collector': '会費の収納口座の登録',
  'health-check.view': '健康チェックの回答の確認',
  'machine.create': 'マシンの登録',
  'machine.secret': 'マシンの接続キーの再発行',
  'machine.retire': 'マシンの撤去',
  'machine.floor': 'マシンの配置の変更',
  'machine.inspect': 'マシンの点検の開始',
  'machine.inspect-end': 'マシンの点検の終了',
  'report.dismiss': '報告の確認（対応なし）',
  'report.hide': 'トレーニングメニューの非公開',
  'report.restore': 'トレーニングメニューの非公開の解除',
  'member.search': '会員の検索',
  'member.view': '会員情報の確認',
  'member.delete': '会員データの削除',
  'member.sign-out': 'すべての端末のログアウト',
  'member.totp-remove': '認証アプリの解除',
  'workout.correct': 'トレーニング記録の修正',
  'workout.remove': 'トレーニング記録の削除',
  'correction.confirm': '会員による記録の訂正の承認',
  'correction.refuse': '会員による記録の訂正の差し戻し',
};

async function* readEntries(db: Queryable, sub: string) {
  let page = await listEntriesAbout(db, sub, 0, pageLength);
  while (page.length > 0) {
    yield* page;
    page = await listEntriesAbout(db, sub, page.at(-1)?.id ?? 0, pageLength);
  }
}

/**
 * Erases and exports the log. The export does not name the staff, because towards the member the
 * gym acted.
 */
export const staffAuditLogData: MemberData = {
  erase: deletePerson,
  exports: [
    {
      name: 'staff-actions',
      title: 'スタッフによる操作の履歴（3年分）',
      headers: ['日時（日本時間）', '操作', '理由', '内容'],
      async *readRows(db, { sub }) {
        for await (const { at, action, reason, changes } of readEntries(db, sub)) {
          const content = changes.map(({ before, after }) =>
            after === '' ? before : `${before}→${after}`,
          );
          yield {
            record: { at, action, reason, changes },
            cells: [toGymTime(at), actionWords[action], reason, content.join('、')],
          };
        }
      },
    },
  ],
};

interface AuditPageRequest {
  readonly action?: StaffAction;
  readonly cursor?: string;
  readonly limit?: number;
}

export async function readAuditPage(
  db: Queryable,
  { action, cursor, limit = defaultPageLimit }: AuditPageRequest,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  const found = await selectEntries(db, { action: action ?? null, from, limit: limit + 1 });
  const { items, nextCursor } = cutPage(found, limit);
  return { items: items.map(toEntry), nextCursor };
}

function toEntry({ id, at, action, memberSub, target, reason, ...entry }: AuditRow): AuditEntry {
  const { staffNickname, staffPseudonym, memberNickname, changes } = entry;
  return {
    id,
    at: at.toISOString(),
    action,
    staffNickname,
    staffPseudonym,
    target,
    member: memberSub,
    memberNickname,
    reason,
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
  };
}

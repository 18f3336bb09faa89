import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listMemberExports } from '#composition/member-data.ts';
import { projectRoot } from '#config/paths.ts';
import { poolAccountParts } from '#embedded/account-export.ts';

/**
 * For each part of the export: words of the privacy policy that say what is collected, and the item
 * that says how long it is stored.
 */
const mentions: Readonly<Record<string, readonly [collected: string, stored: string]>> = {
  account: ['メールアドレス', 'アカウント、プロフィール'],
  'sign-ins': ['ログインの状態', 'アカウント、プロフィール'],
  'authentication-events': ['アクセスの日時', '通信の記録'],
  profile: ['ニックネーム', 'アカウント、プロフィール'],
  'terms-agreements': ['同意した利用規約の版と日時', '規約への同意の記録'],
  workouts: ['1回ごとの重量と時間', 'トレーニング記録'],
  strength: ['推定1RMとその範囲', 'トレーニング記録'],
  'rejected-workouts': ['トレーニング記録', '受け付けられなかったマシンのデータ'],
  'removed-workouts': ['トレーニング記録', 'トレーニング記録'],
  'workout-claims': ['トレーニング記録', 'トレーニング記録'],
  'records-not-mine': ['トレーニング記録', 'トレーニング記録'],
  'workout-record-history': ['トレーニング記録', 'トレーニング記録'],
  'machine-links': ['接続と解除の日時', 'マシンとの接続の記録'],
  'link-failures': ['接続したマシン', 'マシンとの接続の記録'],
  'machine-hold': ['とっておいているマシン', 'とっておいているマシンの記録'],
  'training-sessions': ['作成したメニューの題名', 'トレーニングメニュー、お気に入り'],
  'favorite-training-sessions': ['お気に入り', 'トレーニングメニュー、お気に入り'],
  'training-session-reports': ['報告の内容', '公開メニューについての報告'],
  'training-session-runs': ['行った日時と内容', 'トレーニングメニュー、お気に入り'],
  memberships: ['会員番号', '会員契約と手続きの記録'],
  'membership-requests': ['お申し込みの内容とご要望', '会員契約のお申し込み、ご要望'],
  'guardian-consents': ['保護者の氏名', '保護者の同意の記録'],
  'membership-events': ['手続きの日時と理由', '会員契約と手続きの記録'],
  'membership-confirmations': ['最終確認の内容と日時', '会員契約のお申し込み、ご要望'],
  'membership-dues': ['会費の請求と入金の記録', '会員契約と手続きの記録'],
  'debit-accounts': ['口座振替に使う口座', '口座振替の口座'],
  'training-reservations': ['予約したジムと日時', '予約、来館の記録とジムのメモ'],
  'reservation-waits': ['キャンセル待ち', 'キャンセル待ちの記録'],
  'door-requests': ['入館コードを表示した日時', '入館コードを表示した記録'],
  'door-entries': ['入館の日時', '入口の錠から届いた入館の記録'],
  'calendar-feed': ['カレンダー用URL', 'カレンダー用URL'],
  'notification-choices': ['通知の種類ごとの選択', '通知の選択、通知を受け取る端末'],
  'push-subscriptions': ['通知を受け取る端末の種類と宛先', '通知の選択、通知を受け取る端末'],
  'trainer-links': ['連携の開始と解除', 'トレーナーとの連携の記録'],
  'trainer-views': ['トレーナーが閲覧した情報', 'トレーナーの閲覧の記録'],
  'chosen-loads': ['トレーナーが選んだ次回の重量', 'トレーナーが選んだ次回の重量'],
  'trained-members': ['連携の開始と解除', 'トレーナーとの連携の記録'],
  'views-of-trained-members': ['トレーナーが閲覧した情報', 'トレーナーの閲覧の記録'],
  'trainer-code-failures': ['連携コード', '誤った連携コードの入力の記録'],
  'health-checks': ['健康チェックの回答', '健康チェックの回答'],
  'staff-actions': ['要求した画面や処理と結果', 'スタッフの操作の記録'],
};

const policy = readFileSync(
  path.join(projectRoot, 'apps/web/src/features/members/documents/privacy-policy.md'),
  'utf8',
);
const readChapter = (id: string) =>
  policy.split(/^## /m).find((chapter) => chapter.split('\n')[0]?.includes(`{#${id}}`)) ?? '';
const keys = { healthKey: Buffer.alloc(32), debitKey: Buffer.alloc(32) };
const parts = [...poolAccountParts, ...listMemberExports(keys)];

test('names words of the privacy policy for every part of the export', () => {
  expect(Object.keys(mentions).toSorted()).toEqual(parts.map(({ name }) => name).toSorted());
});

test.each(Object.entries(mentions))(
  'the privacy policy covers %s',
  (_name, [collected, stored]) => {
    expect(readChapter('collected')).toContain(collected);
    expect(readChapter('retention')).toContain(`**${stored}**`);
  },
);

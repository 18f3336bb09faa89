import { expect, test } from 'vitest';
import { mapLegalNotice } from '#gyms/legal-notice.ts';
import { composeConfirmation, confirmationVersion } from './join-confirmation.ts';

const gym = {
  name: '鍛錬 渋谷',
  address: '東京都渋谷区1-1',
  phone: '03-0000-0001',
  email: 'shibuya@tanren.example',
  noticeDay: 10,
};
const notice = {
  operatorName: '株式会社鍛錬',
  representative: '鍛錬 一',
  operatorAddress: '東京都千代田区1-1',
  operatorPhone: '03-0000-0009',
  operatorEmail: 'office@tanren.example',
  extraFees: 'なし',
  paymentMethods: '口座振替',
  paymentTimes: '毎月27日',
  term: '期間の定めはありません。',
  cancellation: '返金はいたしません。',
};
const plan = {
  name: 'デイ',
  description: '平日の昼間に',
  price: 6600,
  taxRate: 10,
  per: 'month',
  allGyms: false,
  weekdays: [1, 2, 3, 4, 5],
  fromMinute: 600,
  untilMinute: 1020,
  visitsPerMonth: 8,
  countsNoShows: true,
} as const;
const application = {
  gym,
  notice,
  plan,
  fromDay: '2026-12-10',
  joining: 'open',
  isMinor: false,
} as const;

test('shows everything that the law requires, in the text that is stored', () => {
  const { version, sections, text } = composeConfirmation(application);
  expect(version).toBe(confirmationVersion);
  expect(text).toBe(`■ お申し込みの内容
ジム：鍛錬 渋谷
プラン：デイ
プランの内容：平日の昼間に
利用できるジム：鍛錬 渋谷
利用できる日時：月〜金曜日 10:00〜17:00
利用できる回数：月8回まで
キャンセルせずに来館されなかった予約も、1回に数えます。

■ 料金とお支払い
会費：1か月あたり6,600円（税込、うち消費税600円）
1年間続けた場合の会費の目安：79,200円（税込）
12月は月の途中からのご利用です。12月分の会費が全額か日割りかはジムが決めるため、下の記載またはジムの受付でご確認ください。
会費以外の必要料金：なし
お支払い方法：口座振替
お支払いの時期：毎月27日
このアプリで決済や引き落としが行われることはありません。

■ 契約期間と更新
利用開始日：2026年12月10日(木)
会員契約は自動で更新され、退会の手続きをされるまで続きます。
期間の定めはありません。

■ プラン変更・休会・退会・返金
お手続き：マイページの「会員契約」から、いつでもお申し込みいただけます。
プラン変更・休会：毎月10日までのお申し込みは翌月1日から、11日以降のお申し込みは翌々月1日からの適用です。
退会：毎月10日までのお申し込みはその月の末日、11日以降のお申し込みは翌月の末日が最終日です。
最終日までは、これまでどおりご利用いただけます。最終日の月までの会費がかかります。
返金はいたしません。

■ 事業者
事業者の名称：株式会社鍛錬
運営責任者：鍛錬 一
所在地：東京都千代田区1-1
電話番号：03-0000-0009
メールアドレス：office@tanren.example

■ ご契約の成立
「申し込む」を押すと、会員契約が成立します。`);
  const joined = sections.map(({ heading, lines }) => [`■ ${heading}`, ...lines].join('\n'));
  expect(joined.join('\n\n')).toBe(text);
});

const textOf = (changes: object) => composeConfirmation({ ...application, ...changes }).text;

test('says that a contract begins with the approval where the gym checks new members', () => {
  const text = textOf({ joining: 'approval' });
  expect(text).not.toContain('「申し込む」を押すと、会員契約が成立します。');
  expect(text).toContain('会員契約は、ジムが承認した時点で成立します。');
  expect(text).toContain('お申し込みを取り下げることができます');
  expect(text).toContain('退会に承認は必要ありません。');
});

test.each([
  ['open', '会員契約は、保護者の方が同意した時点で成立します。'],
  ['approval', '会員契約は、保護者の方が同意し、ジムが承認した時点で成立します。'],
] as const)('says that a guardian of a minor decides first (%s)', (joining, words) => {
  const text = textOf({ joining, isMinor: true });
  expect(text).toContain(words);
  expect(text).toContain('お申し込みを取り下げることができます');
  expect(text).not.toContain('「申し込む」を押すと、会員契約が成立します。');
});

test('shows the price of a visit, without months', () => {
  const text = textOf({ plan: { ...plan, per: 'visit', price: 1650, visitsPerMonth: null } });
  expect(text).toContain('料金：1回あたり1,650円（税込、うち消費税150円）');
  expect(text).not.toMatch(/1か月あたり|1年間|会費がかかります|1回に数えます/);
});

test('explains an incomplete first month only', () => {
  expect(textOf({ fromDay: '2026-12-01' })).not.toContain('月の途中');
});

test('leaves out what the gym has not filled in, and shows the contact of the gym instead', () => {
  const text = textOf({ notice: mapLegalNotice(() => '') });
  expect(text).not.toMatch(/：$/m);
  expect(text).not.toMatch(/必要料金|運営責任者/);
  expect(text).toContain(
    '事業者の名称：鍛錬 渋谷\n所在地：東京都渋谷区1-1\n電話番号：03-0000-0001',
  );
});

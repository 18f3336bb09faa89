import type { LegalNotice } from '@tanren/domain/gyms/legal-notice';
import { demoGyms } from './demo-gyms.ts';

/** What both demo gyms have in common: one company operates them under the same conditions. */
const shared = {
  operatorName: '株式会社鍛錬スポーツ',
  representative: '鍛錬 一',
  operatorAddress: '東京都千代田区内神田3-0-0 鍛錬ビル5階',
  extraFees: '入会金・事務手数料はかかりません。タオルのレンタルは1枚110円（税込）です。',
  paymentMethods: '口座振替、またはジムの受付での現金・クレジットカード',
  paymentTimes:
    '初回は、利用開始日にジムの受付で申し受けます。月の途中からのご利用は日割りです。2か月目からは、毎月27日（土日祝日の場合は翌営業日）に翌月分を口座振替で申し受けます。都度払いのプランは、来館のつど受付で申し受けます。',
  term: '契約期間の定めはありません。毎月1日に自動で更新されます。',
  cancellation:
    'お申し込みのお手続きに手数料はかかりません。お支払い済みの会費は、月の途中で退会された場合も日割りでの返金はいたしません。ジムの都合でご利用いただけない場合は、その日数分を返金します。クーリング・オフの適用はありません。',
};

/** Complete legal notices of the demo gyms. */
export const demoLegalNotices: readonly ({ readonly gymId: number } & LegalNotice)[] = demoGyms.map(
  ({ id, phone, email }) => ({
    gymId: id,
    ...shared,
    operatorPhone: phone,
    operatorEmail: email,
  }),
);

import type { LegalNotice } from '@tanren/contract/gyms/legal-notice';
import { sampleGym } from './gyms.ts';

/** Complete 特定商取引法に基づく表記. */
export const sampleLegalNotice: LegalNotice = {
  gymId: sampleGym.id,
  gymName: sampleGym.name,
  operatorName: '株式会社鍛錬',
  representative: '鍛錬 一',
  operatorAddress: '東京都千代田区内神田3-0-0',
  operatorPhone: '03-0000-0001',
  operatorEmail: 'office@tanren.example',
  extraFees: '入会金・事務手数料はかかりません。',
  paymentMethods: '口座振替、またはジムの受付での現金',
  paymentTimes: '毎月27日に翌月分を申し受けます。',
  term: '契約期間の定めはありません。\n毎月1日に自動で更新されます。',
  cancellation: '月の途中で退会された場合も、返金はいたしません。',
  version: 1,
  updatedAt: '2026-11-01T00:00:00.000Z',
};

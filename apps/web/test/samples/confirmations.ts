import type {
  JoinConfirmation,
  MembershipConfirmation,
} from '@tanren/contract/memberships/membership-confirmations';
import { sampleGym } from './gyms.ts';

/** What the server answers for every plan and day. */
export const sampleConfirmation: JoinConfirmation = {
  version: 1,
  digest: 'd'.repeat(64),
  sections: [
    { heading: '料金とお支払い', lines: ['会費：1か月あたり8,800円（税込、うち消費税800円）'] },
    {
      heading: '契約期間と更新',
      lines: ['利用開始日：2026年11月19日(木)', '自動で更新されます。'],
    },
    { heading: 'ご契約の成立', lines: ['「申し込む」を押すと、会員契約が成立します。'] },
  ],
};

/** The confirmation as it is stored with a contract. */
export const sampleStoredConfirmation: MembershipConfirmation = {
  confirmationId: 70,
  gymId: sampleGym.id,
  gymName: sampleGym.name,
  version: sampleConfirmation.version,
  sections: sampleConfirmation.sections,
  agreedAt: '2026-11-16T01:00:00.000Z',
};

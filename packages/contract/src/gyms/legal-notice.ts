import { legalNoticeRules, mapLegalNotice } from '@tanren/domain/gyms/legal-notice';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { GymIdParams } from './gyms.ts';

/** 0 for a gym without a notice. */
const Version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** 特定商取引法に基づく表記 of a gym. An item that staff have not filled in is empty. */
export const LegalNotice = Type.Object({
  gymId: Type.Integer(),
  gymName: Type.String(),
  ...mapLegalNotice(() => Type.String()),
  version: Version,
  /** `null` for a gym without a notice. */
  updatedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type LegalNotice = Type.Static<typeof LegalNotice>;

export const getLegalNotice = endpoint({
  method: 'GET',
  url: '/gyms/:gymId/legal-notice',
  access: 'public',
  summary: 'Who operates the gym, and under which conditions it sells memberships',
  schema: { params: GymIdParams, response: { 200: LegalNotice } },
});

export const setLegalNotice = endpoint({
  method: 'PUT',
  url: '/staff/gyms/:gymId/legal-notice',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Writes the notice. 409 stale_version; 409 legal_notice_missing when an item would be lost while the gym is open to everybody',
  schema: {
    params: GymIdParams,
    body: closedObject({
      /** The domain counts the characters. The limits here only reject huge texts. */
      ...mapLegalNotice((field) => Type.String({ maxLength: 4 * legalNoticeRules[field].max })),
      /** Version that the change was made from. */
      version: Version,
    }),
    response: { 200: LegalNotice },
  },
});

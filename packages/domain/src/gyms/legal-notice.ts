/* 特定商取引法に基づく表記 of a gym. The contract, the server and the form share its rules. */

import type { JoiningRule } from '#memberships/memberships.ts';
import { normalizeStaffLine, normalizeStaffText, staffLimits } from '#staff/staff-texts.ts';
import {
  contactLimits,
  isContactEmail,
  isPhone,
  normalizeContactEmail,
  normalizePhone,
} from './gym-contact.ts';
import type { GymTextRule } from './gym-fields.ts';

const optional = { required: false };
const line = (max: number) => ({ ...optional, max, normalize: normalizeStaffLine });
const paragraph = (max: number) => ({ ...optional, max, normalize: normalizeStaffText });

const texts = {
  operatorName: line(staffLimits.planName),
  representative: line(staffLimits.planName),
  operatorAddress: line(staffLimits.gymText),
  operatorPhone: {
    ...optional,
    max: contactLimits.phone,
    normalize: normalizePhone,
    hasFormat: isPhone,
  },
  operatorEmail: {
    ...optional,
    max: contactLimits.email,
    normalize: normalizeContactEmail,
    hasFormat: isContactEmail,
  },
  extraFees: paragraph(500),
  paymentMethods: paragraph(500),
  paymentTimes: paragraph(500),
  term: paragraph(500),
  cancellation: paragraph(1000),
} as const satisfies Record<string, GymTextRule>;

export type LegalNoticeField = keyof typeof texts;
export type LegalNotice = Readonly<Record<LegalNoticeField, string>>;

/** Rules of the texts. Each may be empty, so that staff can save an incomplete notice. */
export const legalNoticeRules: Readonly<Record<LegalNoticeField, GymTextRule>> = texts;
export const legalNoticeFields = Object.keys(texts) as readonly LegalNoticeField[];

/** Japanese names of the items, as the law and most shops call them. */
export const legalNoticeNames: Readonly<Record<LegalNoticeField, string>> = {
  operatorName: '事業者の名称',
  representative: '運営責任者',
  operatorAddress: '所在地',
  operatorPhone: '電話番号',
  operatorEmail: 'メールアドレス',
  extraFees: '会費以外の必要料金',
  paymentMethods: 'お支払い方法',
  paymentTimes: 'お支払いの時期',
  term: '契約期間と更新',
  cancellation: 'プラン変更・休会・退会・返金',
};

/** Returns a record with one value for each item of the notice. */
export function mapLegalNotice<Value>(
  read: (field: LegalNoticeField) => Value,
): Record<LegalNoticeField, Value> {
  const entries = legalNoticeFields.map((field) => [field, read(field)]);
  return Object.fromEntries(entries) as Record<LegalNoticeField, Value>;
}

/** Lists the items without a text. A gym with such items cannot be set to `open`. */
export function findMissingLegalFields(notice: LegalNotice): LegalNoticeField[] {
  return legalNoticeFields.filter((field) => notice[field] === '');
}

/**
 * Returns how a gym accepts new members now. A gym that was set to `open` before the notice existed
 * checks new members until the notice is complete.
 */
export function chooseJoining(joining: JoiningRule, notice: LegalNotice): JoiningRule {
  return findMissingLegalFields(notice).length > 0 ? 'approval' : joining;
}

import {
  type LegalNotice,
  type LegalNoticeField,
  legalNoticeNames,
  legalNoticeRules,
  mapLegalNotice,
} from '@tanren/domain/gyms/legal-notice';
import type { ComparedWords } from '#ui/feedback/compared-fields.tsx';
import type { FormSpec } from '#ui/forms/use-form.ts';
import { gymFormatErrors, writtenRule } from './gym-fields.ts';

const formatErrors: Readonly<Partial<Record<LegalNoticeField, string>>> = {
  operatorPhone: gymFormatErrors.phone,
  operatorEmail: gymFormatErrors.email,
};

/** Fields of the form. An empty one is allowed, so that staff can save what they know. */
export const legalNoticeForm: FormSpec<LegalNoticeField> = mapLegalNotice((field) => ({
  rules: [writtenRule(legalNoticeNames[field], legalNoticeRules[field], formatErrors[field])],
}));

export const legalNoticeWords: ComparedWords<LegalNotice> = mapLegalNotice((field) => ({
  label: legalNoticeNames[field],
  show: (text: string) => text,
}));

/** Items of several lines, with examples. */
export const legalNoticeExamples: Readonly<Partial<Record<LegalNoticeField, string>>> = {
  extraFees: '例：入会金・事務手数料はかかりません。',
  paymentMethods: '例：口座振替、または受付での現金・クレジットカード',
  paymentTimes:
    '例：初回は利用開始日に受付で申し受けます。2か月目からは、毎月27日に翌月分を口座振替で申し受けます。',
  term: '例：契約期間の定めはありません。毎月1日に自動で更新されます。',
  cancellation: '例：お支払い済みの会費は、月の途中で退会された場合も返金いたしません。',
};

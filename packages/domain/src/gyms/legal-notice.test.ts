import { expect, test } from 'vitest';
import { findGymTextError } from './gym-fields.ts';
import {
  chooseJoining,
  findMissingLegalFields,
  legalNoticeFields,
  legalNoticeRules,
  mapLegalNotice,
} from './legal-notice.ts';

const complete = mapLegalNotice(() => '記載');

test.each(legalNoticeFields)(
  'a notice without %s is incomplete, and its gym is not open',
  (field) => {
    const notice = { ...complete, [field]: '' };
    expect(findMissingLegalFields(notice)).toEqual([field]);
    expect(chooseJoining('open', notice)).toBe('approval');
  },
);

test('with a complete notice a gym accepts new members as staff chose', () => {
  expect(findMissingLegalFields(complete)).toEqual([]);
  expect(chooseJoining('open', complete)).toBe('open');
  expect(chooseJoining('approval', complete)).toBe('approval');
});

test.each([
  ['operatorName', '', null],
  ['operatorName', 'あ'.repeat(61), 'too_long'],
  ['operatorPhone', '０３ー１２３４ー５６７８', null],
  ['operatorPhone', '電話', 'malformed'],
  ['operatorEmail', 'office@tanren.example?cc=x', 'malformed'],
  ['cancellation', 'あ'.repeat(1000), null],
  ['cancellation', 'あ'.repeat(1001), 'too_long'],
  ['paymentTimes', '\u0007', 'unreadable'],
] as const)('checks %s as typed: %s', (field, text, error) => {
  expect(findGymTextError(legalNoticeRules[field], text)).toBe(error);
});

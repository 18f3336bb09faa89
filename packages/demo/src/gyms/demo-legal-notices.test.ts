import { findGymTextError } from '@tanren/domain/gyms/gym-fields';
import {
  findMissingLegalFields,
  legalNoticeFields,
  legalNoticeRules,
} from '@tanren/domain/gyms/legal-notice';
import { expect, test } from 'vitest';
import { demoGyms } from './demo-gyms.ts';
import { demoLegalNotices } from './demo-legal-notices.ts';

test('every demo gym has a complete and valid legal notice', () => {
  expect(demoLegalNotices.map(({ gymId }) => gymId)).toEqual(demoGyms.map(({ id }) => id));
  for (const notice of demoLegalNotices) {
    expect(findMissingLegalFields(notice)).toEqual([]);
    for (const field of legalNoticeFields) {
      expect(findGymTextError(legalNoticeRules[field], notice[field])).toBeNull();
    }
  }
});

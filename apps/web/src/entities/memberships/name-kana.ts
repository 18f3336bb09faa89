import { membershipLimits } from '@tanren/domain/memberships/membership-requests';
import { findNameKanaError, normalizeNameKana } from '@tanren/domain/memberships/name-kana';
import type { FieldSpec } from '#ui/forms/use-form.ts';

const rejections = {
  not_kana: 'フリガナはカタカナで入力してください',
  too_long: `フリガナは${membershipLimits.nameKana}文字以内で入力してください`,
} as const;

/** The optional field フリガナ. Hiragana and half-width kana are sent as katakana. */
export const nameKanaField: FieldSpec = {
  clean: normalizeNameKana,
  rules: [
    (typed) => {
      const error = findNameKanaError(typed);
      return error === null || rejections[error];
    },
  ],
};

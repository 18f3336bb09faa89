import type { SentGuardian } from '@tanren/contract/memberships/memberships';
import {
  contactLimits,
  isContactEmail,
  normalizeContactEmail,
} from '@tanren/domain/gyms/gym-contact';
import { isGymDay } from '@tanren/domain/gyms/gym-time';
import { ageOn, checkBirthDate } from '@tanren/domain/members/profile-fields';
import { membershipLimits } from '@tanren/domain/memberships/membership-requests';
import { type GuardianRelation, needsGuardian } from '@tanren/domain/memberships/minors';
import { countCharacters, isVisible } from '@tanren/domain/text';
import { cleanDate, isPartOfDate } from '#ui/forms/date-parts.tsx';
import type { FieldSpec, FormSpec, Rule, Values } from '#ui/forms/use-form.ts';

const { name: maxName } = membershipLimits;

/** Returns the field of the date of birth, which is required. A gym may have a minimum age. */
export function birthDateField(today: string, minimumAge: number): FieldSpec {
  return {
    clean: cleanDate,
    rules: [
      (text) => text !== '' || '生年月日を入力してください',
      (text) => !isPartOfDate(text) || '年・月・日をすべて入力してください',
      (text) => checkBirthDate(text, today),
      (text, { fromDay = today }) =>
        !isGymDay(fromDay) ||
        // A gym that a device stored in an earlier release has no minimum age.
        !(ageOn(text, fromDay) < minimumAge) ||
        `このジムに入会できるのは、${minimumAge}歳以上の方です`,
    ],
  };
}

/** Returns whether a date of birth, possibly half typed, is that of a minor. */
export function isMinor(birthDate: string, today: string): boolean {
  if (birthDate === '' || isPartOfDate(birthDate)) return false;
  return checkBirthDate(birthDate, today) === true && needsGuardian(birthDate, today);
}

export type GuardianFieldName = 'guardianName' | 'guardianRelation' | 'guardianEmail';

/** Returns the fields of the guardian, whose rules hold only where `isNeeded` says so. */
export function guardianFields(
  isNeeded: (values: Readonly<Record<string, string>>) => boolean,
): FormSpec<GuardianFieldName> {
  const ifNeeded =
    (rule: Rule): Rule =>
    (value, values) =>
      !isNeeded(values) || rule(value, values);
  return {
    guardianName: {
      rules: [
        ifNeeded((name) => isVisible(name) || '保護者の氏名を入力してください'),
        ifNeeded(
          (name) =>
            countCharacters(name) <= maxName || `氏名は${maxName}文字以内で入力してください`,
        ),
      ],
      clean: (text) => text.replaceAll(/\s+/g, ' ').trim(),
    },
    guardianRelation: {
      rules: [ifNeeded((relation) => relation !== '' || '続柄を選択してください')],
    },
    guardianEmail: {
      rules: [
        ifNeeded(
          (email) =>
            (email !== '' && email.length <= contactLimits.email && isContactEmail(email)) ||
            '保護者のメールアドレスを正しく入力してください（例：name@example.com）',
        ),
      ],
      clean: normalizeContactEmail,
    },
  };
}

/** Converts the form values, which must have passed the rules. */
export function toGuardian(values: Values<GuardianFieldName>): SentGuardian {
  return {
    name: values.guardianName,
    relation: values.guardianRelation as GuardianRelation,
    email: values.guardianEmail,
  };
}

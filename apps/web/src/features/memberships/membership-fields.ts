import { addDays, isGymDay } from '@tanren/domain/gyms/gym-time';
import { joinableDays } from '@tanren/domain/memberships/membership-changes';
import { membershipLimits } from '@tanren/domain/memberships/membership-requests';
import { countCharacters, isVisible } from '@tanren/domain/text';
import { nameKanaField } from '#entities/memberships/name-kana.ts';
import { formatGymDate } from '#lib/dates.ts';
import {
  birthDateField,
  type GuardianFieldName,
  guardianFields,
  isMinor,
} from './guardian-fields.ts';
import type { FieldSpec, FormSpec } from '#ui/forms/use-form.ts';

const { name: longestName, note: longestNote } = membershipLimits;

export const noteField: FieldSpec = {
  rules: [
    (note) => countCharacters(note) <= longestNote || `${longestNote}文字以内で入力してください`,
  ],
  clean: (text) => text.trim(),
};

type JoinFieldName = 'fromDay' | 'name' | 'nameKana' | 'birthDate' | 'note' | GuardianFieldName;

/** Returns the fields of an application besides the plan. */
export function joinFields(today: string, minimumAge: number): FormSpec<JoinFieldName> {
  const last = addDays(today, joinableDays);
  return {
    fromDay: {
      rules: [
        (day) => isGymDay(day) || '利用開始日を入力してください',
        (day) =>
          (day >= today && day <= last) || `今日から${formatGymDate(last)}までの日を選んでください`,
      ],
    },
    name: {
      rules: [
        (name) => isVisible(name) || '氏名を入力してください',
        (name) =>
          countCharacters(name) <= longestName || `氏名は${longestName}文字以内で入力してください`,
      ],
      clean: (text) => text.replaceAll(/\s+/g, ' ').trim(),
    },
    nameKana: nameKanaField,
    birthDate: birthDateField(today, minimumAge),
    ...guardianFields(({ birthDate = '' }) => isMinor(birthDate, today)),
    note: noteField,
  };
}

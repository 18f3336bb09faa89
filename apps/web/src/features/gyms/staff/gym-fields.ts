import type { GymContent } from '@tanren/contract/gyms/staff-gyms';
import {
  isContactEmail,
  isPhone,
  normalizeContactEmail,
  normalizePhone,
} from '@tanren/domain/gyms/gym-contact';
import {
  type GymRangeName,
  gymRanges,
  type GymTextName,
  gymTextRules,
} from '@tanren/domain/gyms/gym-limits';
import type { JoiningRule } from '@tanren/domain/memberships/memberships';
import { type GymFieldName, gymFieldWords, joiningNames } from '#entities/gyms/gym-fields.ts';
import { formatCount } from '#lib/number-format.ts';
import { explainStaffText } from '#lib/staff-text.ts';
import type { FormSpec, Rule, Values } from '#ui/forms/use-form.ts';

/**
 * Reads a whole number in half-width or full-width digits, with commas. Returns `null` for other
 * text and for numbers out of range.
 */
export function readWholeNumber(text: string, min: number, max: number): number | null {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '');
  if (!/^\d{1,9}$/.test(plain)) return null;
  const number = Number(plain);
  return number >= min && number <= max ? number : null;
}

function written(name: GymTextName): Rule {
  return (text) => explainStaffText(gymFieldWords[name].label, text, gymTextRules[name]) ?? true;
}

function inRange(name: GymRangeName, unit: string): Rule {
  const { min, max } = gymRanges[name];
  return (text) =>
    readWholeNumber(text, min, max) !== null ||
    `${min}〜${formatCount(max)}${unit}で入力してください`;
}

const clean = (text: string) => text.trim();

export const gymFields: FormSpec<GymFieldName> = {
  name: { clean, rules: [written('name')] },
  address: { clean, rules: [written('address')] },
  access: { clean, rules: [written('access')] },
  phone: {
    clean: normalizePhone,
    rules: [(text) => isPhone(text) || '電話番号は数字とハイフンで入力してください'],
  },
  email: {
    clean: normalizeContactEmail,
    rules: [
      (text) =>
        isContactEmail(text) || 'メールアドレスの形式が正しくありません（例：name@example.com）',
    ],
  },
  slotMinutes: { clean, rules: [inRange('slotMinutes', '分')] },
  capacity: { clean, rules: [inRange('capacity', '名')] },
  cancelDeadlineMinutes: { clean, rules: [inRange('cancelDeadlineMinutes', '分')] },
  joining: { rules: [(text) => isJoiningRule(text) || '入会の受付を選んでください'] },
  noticeDay: { clean, rules: [inRange('noticeDay', '日')] },
};

function isJoiningRule(text: string): text is JoiningRule {
  return Object.hasOwn(joiningNames, text);
}

export const newGym: GymContent = {
  name: '',
  address: '',
  access: '',
  phone: '',
  email: '',
  slotMinutes: 60,
  capacity: 12,
  cancelDeadlineMinutes: 120,
  joining: 'approval',
  noticeDay: 10,
};

/** Converts the form values, which must have passed the rules. */
export function toGymContent(values: Values<GymFieldName>): GymContent {
  const number = (name: GymRangeName) => {
    const { min, max } = gymRanges[name];
    return readWholeNumber(values[name], min, max) ?? min;
  };
  return {
    name: values.name,
    address: values.address,
    access: values.access,
    phone: values.phone,
    email: values.email,
    slotMinutes: number('slotMinutes'),
    capacity: number('capacity'),
    cancelDeadlineMinutes: number('cancelDeadlineMinutes'),
    joining: isJoiningRule(values.joining) ? values.joining : newGym.joining,
    noticeDay: number('noticeDay'),
  };
}

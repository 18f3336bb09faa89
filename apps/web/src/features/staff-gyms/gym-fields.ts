import type { StaffGym } from '@tanren/contract/staff-gyms';
import { staffLimits, type StaffTextRule } from '@tanren/domain/staff-texts';
import { explainStaffText } from '#lib/staff-text.ts';
import type { FormSpec, Rule, Values } from '#ui/form-rules.ts';
import { readWholeNumber } from './whole-number.ts';

export type GymFieldName =
  | 'name'
  | 'address'
  | 'access'
  | 'phone'
  | 'slotMinutes'
  | 'capacity'
  | 'cancelDeadlineMinutes';

export type GymContent = Pick<StaffGym, GymFieldName>;

const ranges = {
  slotMinutes: [5, 1440],
  capacity: [1, 1000],
  cancelDeadlineMinutes: [0, 10_080],
} as const;

function written(what: string, rule: StaffTextRule): Rule {
  return (text) => explainStaffText(what, text, rule) ?? true;
}

function inRange(name: keyof typeof ranges, unit: string): Rule {
  const [min, max] = ranges[name];
  return (text) =>
    readWholeNumber(text, min, max) !== null ||
    `${min}〜${max.toLocaleString('ja-JP')}${unit}で入力してください`;
}

const { planName, gymText } = staffLimits;

const clean = (text: string) => text.trim();

export const gymFields: FormSpec<GymFieldName> = {
  name: { clean, rules: [written('店舗名', { most: planName, required: true })] },
  address: { clean, rules: [written('住所', { most: gymText, required: true })] },
  access: { clean, rules: [written('アクセス', { most: gymText, required: false })] },
  phone: {
    // Keyboards have many dashes; a long vowel sign is what full-width digits are often mixed with.
    clean: (text) => clean(text.normalize('NFKC').replace(/[\p{Pd}\u2212\u30fc]/gu, '-')),
    rules: [
      (text) => /^[\d+()\- ]{0,40}$/.test(text) || '電話番号は数字とハイフンで入力してください',
    ],
  },
  slotMinutes: { clean, rules: [inRange('slotMinutes', '分')] },
  capacity: { clean, rules: [inRange('capacity', '名')] },
  cancelDeadlineMinutes: { clean, rules: [inRange('cancelDeadlineMinutes', '分')] },
};

export const newGym: GymContent = {
  name: '',
  address: '',
  access: '',
  phone: '',
  slotMinutes: 60,
  capacity: 12,
  cancelDeadlineMinutes: 120,
};

/** Only for values that the rules have accepted. */
export function toGymContent(values: Values<GymFieldName>): GymContent {
  const number = (name: keyof typeof ranges) => {
    const [min, max] = ranges[name];
    return readWholeNumber(values[name], min, max) ?? min;
  };
  return {
    name: values.name,
    address: values.address,
    access: values.access,
    phone: values.phone,
    slotMinutes: number('slotMinutes'),
    capacity: number('capacity'),
    cancelDeadlineMinutes: number('cancelDeadlineMinutes'),
  };
}

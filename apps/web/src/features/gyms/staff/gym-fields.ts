import type { GymContent } from '@tanren/contract/gyms/staff-gyms';
import {
  findGymTextError,
  type GymFieldName,
  type GymRangeName,
  gymRanges,
  type GymTextName,
  type GymTextRule,
  gymTextRules,
  mapGymTexts,
} from '@tanren/domain/gyms/gym-fields';
import type { JoiningRule } from '@tanren/domain/memberships/memberships';
import { gymFieldWords, healthCheckNames, joiningNames } from '#entities/gyms/gym-fields.ts';
import { formatCount } from '#lib/number-format.ts';
import { explainStaffText } from '#lib/staff-text.ts';
import type { FieldSpec, FormSpec, Rule, Values } from '#ui/forms/use-form.ts';

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

export const gymFormatErrors = {
  phone: '電話番号は数字とハイフンで入力してください',
  email: 'メールアドレスの形式が正しくありません（例：name@example.com）',
} as const satisfies Partial<Record<GymTextName, string>>;

/** Returns the rule of a text that staff write. */
export function writtenRule(
  label: string,
  rule: GymTextRule,
  formatError = `${label}の形式が正しくありません`,
): Rule {
  return (text) =>
    findGymTextError(rule, text) === 'malformed'
      ? formatError
      : (explainStaffText(label, text, rule) ?? true);
}

function written(name: GymTextName): FieldSpec {
  const formatErrors: Readonly<Partial<Record<GymTextName, string>>> = gymFormatErrors;
  return {
    rules: [writtenRule(gymFieldWords[name].label, gymTextRules[name], formatErrors[name])],
  };
}

function inRange(name: GymRangeName, unit: string): Rule {
  const { min, max } = gymRanges[name];
  return (text) =>
    readWholeNumber(text, min, max) !== null ||
    `${min}〜${formatCount(max)}${unit}で入力してください`;
}

const clean = (text: string) => text.trim();

export const gymFields: FormSpec<GymFieldName> = {
  ...mapGymTexts(written),
  slotMinutes: { clean, rules: [inRange('slotMinutes', '分')] },
  capacity: { clean, rules: [inRange('capacity', '人')] },
  cancelDeadlineMinutes: { clean, rules: [inRange('cancelDeadlineMinutes', '分')] },
  joining: { rules: [(text) => isJoiningRule(text) || '入会の受付を選んでください'] },
  noticeDay: { clean, rules: [inRange('noticeDay', '日')] },
  minimumAge: { clean, rules: [inRange('minimumAge', '歳')] },
  healthCheck: {
    rules: [(text) => Object.hasOwn(healthCheckNames, text) || '健康チェックを選んでください'],
  },
};

function isJoiningRule(text: string): text is JoiningRule {
  return Object.hasOwn(joiningNames, text);
}

export const newGym: GymContent = {
  ...mapGymTexts(() => ''),
  slotMinutes: 60,
  capacity: 12,
  cancelDeadlineMinutes: 120,
  joining: 'approval',
  noticeDay: 10,
  minimumAge: 0,
  healthCheck: false,
};

/** Converts the form values, which must have passed the rules. */
export function toGymContent(values: Values<GymFieldName>): GymContent {
  const number = (name: GymRangeName) => {
    const { min, max } = gymRanges[name];
    return readWholeNumber(values[name], min, max) ?? min;
  };
  return {
    ...mapGymTexts((name) => gymTextRules[name].normalize(values[name])),
    slotMinutes: number('slotMinutes'),
    capacity: number('capacity'),
    cancelDeadlineMinutes: number('cancelDeadlineMinutes'),
    joining: isJoiningRule(values.joining) ? values.joining : newGym.joining,
    noticeDay: number('noticeDay'),
    minimumAge: number('minimumAge'),
    healthCheck: values.healthCheck === 'true',
  };
}

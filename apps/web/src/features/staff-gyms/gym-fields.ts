import type { StaffGym } from '@tanren/contract/staff-gyms';
import {
  isContactEmail,
  isPhone,
  normalizeContactEmail,
  normalizePhone,
} from '@tanren/domain/gym-contact';
import { staffLimits, type StaffTextRule } from '@tanren/domain/staff-texts';
import { explainStaffText } from '#lib/staff-text.ts';
import type { FormSpec, Rule, Values } from '#ui/forms/use-form.ts';

/** As phones and Japanese keyboards write it, with commas; null for what is none, or outside. */
function readWholeNumber(text: string, min: number, max: number): number | null {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '');
  if (!/^\d{1,9}$/.test(plain)) return null;
  const number = Number(plain);
  return number >= min && number <= max ? number : null;
}

type Plan = StaffGym['plans'][number];

/** Numbers as they are typed. */
export interface PlanDraft {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly price: string;
  readonly taxRate: string;
  readonly per: Plan['per'];
}

export type PlanFaults = Partial<Record<'name' | 'description' | 'price' | 'taxRate', string>>;

const mostPrice = 10_000_000;

export function toPlanDraft({ id, price, taxRate, ...plan }: Plan): PlanDraft {
  return { ...plan, key: String(id), price: String(price), taxRate: String(taxRate) };
}

export function newPlanDraft(key: string): PlanDraft {
  return { key, name: '', description: '', price: '', taxRate: '10', per: 'month' };
}

export function findPlanFaults({ name, description, price, taxRate }: PlanDraft): PlanFaults {
  const faults: PlanFaults = {};
  const nameFault = explainStaffText('プラン名', name, {
    most: staffLimits.planName,
    required: true,
  });
  if (nameFault !== null) faults.name = nameFault;
  const textFault = explainStaffText('説明', description, {
    most: staffLimits.planDescription,
    required: false,
  });
  if (textFault !== null) faults.description = textFault;
  if (readWholeNumber(price, 0, mostPrice) === null) {
    faults.price = `0〜${mostPrice.toLocaleString('ja-JP')}円で入力してください`;
  }
  if (readWholeNumber(taxRate, 0, 100) === null) faults.taxRate = '0〜100で入力してください';
  return faults;
}

/** Only for drafts without faults. */
export function toPlan({ name, description, price, taxRate, per }: PlanDraft): Omit<Plan, 'id'> {
  return {
    name: name.trim(),
    description: description.trim(),
    price: readWholeNumber(price, 0, mostPrice) ?? 0,
    taxRate: readWholeNumber(taxRate, 0, 100) ?? 0,
    per,
  };
}

/** One place up or down; at the ends it stays. */
export function movePlan(plans: readonly PlanDraft[], key: string, by: 1 | -1): PlanDraft[] {
  const from = plans.findIndex((plan) => plan.key === key);
  const moved = plans[from];
  const to = from + by;
  if (moved === undefined || to < 0 || to >= plans.length) return [...plans];
  return plans.filter((plan) => plan.key !== key).toSpliced(to, 0, moved);
}

export type GymFieldName =
  | 'name'
  | 'address'
  | 'access'
  | 'phone'
  | 'email'
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
};

export const newGym: GymContent = {
  name: '',
  address: '',
  access: '',
  phone: '',
  email: '',
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
    email: values.email,
    slotMinutes: number('slotMinutes'),
    capacity: number('capacity'),
    cancelDeadlineMinutes: number('cancelDeadlineMinutes'),
  };
}

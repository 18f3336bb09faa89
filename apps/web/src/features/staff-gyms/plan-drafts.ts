import type { StaffGym } from '@tanren/contract/staff-gyms';
import { staffLimits } from '@tanren/domain/staff-texts';
import { explainStaffText } from '#lib/staff-text.ts';
import { readWholeNumber } from './whole-number.ts';

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

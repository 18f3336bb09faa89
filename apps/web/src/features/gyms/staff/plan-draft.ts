import type { StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { planRanges } from '@tanren/domain/memberships/plan-ranges';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { formatCount } from '#lib/number-format.ts';
import { explainStaffText } from '#lib/staff-text.ts';
import { readWholeNumber } from './gym-fields.ts';

type Plan = StaffGym['plans'][number];
/** Plan as it is sent. A new plan has no id. */
export type SentPlan = Omit<Plan, 'id' | 'memberships'> & { readonly id?: number };

type Typed = keyof typeof planRanges;

/** Plan with numbers as typed. An empty number of visits means no limit. */
export type PlanDraft = Omit<SentPlan, Typed> &
  Readonly<Record<Typed, string>> & {
    readonly key: string;
    /** Number of memberships that have this plan now or later. */
    readonly memberships: number;
  };

export type PlanErrors = Partial<
  Record<'name' | 'description' | 'weekdays' | 'hours' | Typed, string>
>;

/** Hours of a plan without restrictions, from midnight to the end of the following day. */
export const openingHours = { fromMinute: 0, untilMinute: 2 * 24 * 60 };

export function isAtOpeningHours({
  fromMinute,
  untilMinute,
}: Pick<Plan, 'fromMinute' | 'untilMinute'>): boolean {
  return fromMinute === openingHours.fromMinute && untilMinute === openingHours.untilMinute;
}

export function toPlanDraft({ price, taxRate, visitsPerMonth, ...plan }: Plan): PlanDraft {
  return {
    ...plan,
    key: String(plan.id),
    price: String(price),
    taxRate: String(taxRate),
    visitsPerMonth: visitsPerMonth === null ? '' : String(visitsPerMonth),
  };
}

export function newPlanDraft(key: string): PlanDraft {
  return {
    key,
    name: '',
    description: '',
    price: '',
    taxRate: '10',
    per: 'month',
    allGyms: false,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    ...openingHours,
    visitsPerMonth: '',
    countsNoShows: false,
    offered: true,
    memberships: 0,
  };
}

function readNumber(name: Typed, text: string): number | null {
  const { min, max } = planRanges[name];
  return readWholeNumber(text, min, max);
}

function explainRange(name: Typed, unit: string): string {
  const { min, max } = planRanges[name];
  return `${min}〜${formatCount(max)}${unit}で入力してください`;
}

export function findPlanErrors(draft: PlanDraft): PlanErrors {
  const { name, description, price, taxRate, weekdays, visitsPerMonth } = draft;
  const errors: PlanErrors = {};
  const nameError = explainStaffText('プラン名', name, {
    max: staffLimits.planName,
    required: true,
  });
  if (nameError !== null) errors.name = nameError;
  const textError = explainStaffText('説明', description, {
    max: staffLimits.planDescription,
    required: false,
  });
  if (textError !== null) errors.description = textError;
  if (readNumber('price', price) === null) errors.price = explainRange('price', '円');
  if (readNumber('taxRate', taxRate) === null) errors.taxRate = explainRange('taxRate', '');
  if (weekdays.length === 0) errors.weekdays = '曜日を1つ以上選んでください';
  if (draft.untilMinute <= draft.fromMinute) {
    errors.hours = '終わりは、始まりより後の時刻にしてください';
  }
  if (visitsPerMonth.trim() !== '' && readNumber('visitsPerMonth', visitsPerMonth) === null) {
    errors.visitsPerMonth = explainRange('visitsPerMonth', '回');
  }
  return errors;
}

/** Converts a draft, which must have no errors. */
export function toPlan({ key: _, memberships: __, ...draft }: PlanDraft): SentPlan {
  const visitsPerMonth = readNumber('visitsPerMonth', draft.visitsPerMonth);
  return {
    ...draft,
    name: draft.name.trim(),
    description: draft.description.trim(),
    price: readNumber('price', draft.price) ?? 0,
    taxRate: readNumber('taxRate', draft.taxRate) ?? 0,
    visitsPerMonth,
    // Visits are not counted without a limit.
    countsNoShows: visitsPerMonth !== null && draft.countsNoShows,
  };
}

/** Moves a plan up or down by one. It stays in place at the ends of the list. */
export function movePlan(plans: readonly PlanDraft[], key: string, by: 1 | -1): PlanDraft[] {
  const from = plans.findIndex((plan) => plan.key === key);
  const moved = plans[from];
  const to = from + by;
  if (moved === undefined || to < 0 || to >= plans.length) return [...plans];
  return plans.filter((plan) => plan.key !== key).toSpliced(to, 0, moved);
}

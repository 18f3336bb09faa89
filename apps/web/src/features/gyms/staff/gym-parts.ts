import type { DayHours, StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { formatHours } from '#entities/gyms/gym-words.ts';
import { summarizePlan } from '#entities/memberships/membership-words.ts';
import { weekdayNames } from '#lib/dates.ts';
import { formatYen } from '#lib/number-format.ts';
import type { ComparedWords } from '#ui/feedback/compared-fields.tsx';
import type { Week } from './hours-errors.ts';
import { type PlanDraft, toPlan } from './plan-draft.ts';

/* Words for the parts of a gym where they are compared with a colleague's version. */

export const weekWords: ComparedWords<Week> = weekdayNames.map((name) => ({
  label: `${name}曜日`,
  show: formatHours,
}));

/** Each plan by its place, because the order belongs to the list. */
export const planWords: ComparedWords<readonly (PlanDraft | undefined)[]> = Array.from(
  { length: staffLimits.plans },
  (_, at) => ({ label: `プラン${at + 1}`, show: describePlan }),
);

function describePlan(draft: PlanDraft | undefined): string {
  if (draft === undefined) return '';
  const plan = toPlan(draft);
  const { name, price, taxRate, per, description } = plan;
  return [
    name,
    `${formatYen(price)}/${per === 'month' ? '月' : '回'}（税率${taxRate}%）`,
    summarizePlan(plan),
    ...(plan.countsNoShows ? ['来館しなかった予約も1回と数える'] : []),
    `申込受付${plan.offered ? '中' : 'なし'}`,
    description,
  ]
    .join('\n')
    .trim();
}

/** Hours of one day. They are `undefined` on a day with the usual hours. */
interface ComparedDay {
  readonly hours: DayHours | null | undefined;
  readonly note: string;
}

export const dayWords: ComparedWords<ComparedDay> = {
  hours: {
    label: '営業時間',
    show: (hours) => (hours === undefined ? '通常の営業時間' : formatHours(hours)),
  },
  note: { label: '理由', show: (note) => note.trim() },
};

export function findDay(gym: StaffGym, { date }: { readonly date: string }): ComparedDay {
  return gym.specialDays.find((day) => day.date === date) ?? { hours: undefined, note: '' };
}

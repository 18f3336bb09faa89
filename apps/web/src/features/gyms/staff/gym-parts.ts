import type { DayHours, GymContent, StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { describeGymFields } from '#entities/gyms/gym-fields.ts';
import { formatHours } from '#entities/gyms/gym-words.ts';
import { weekdayNames } from '#lib/dates.ts';
import { summarizePlan } from '#entities/memberships/membership-words.ts';
import { formatYen } from '#lib/number-format.ts';
import type { SpecialDayDraft } from './hours-errors.ts';
import { type PlanDraft, type SentPlan, toPlan, toPlanDraft } from './plan-draft.ts';

/** A part of a gym in words, as names and values. */
export type Words = Readonly<Record<string, string>>;

export interface Difference {
  readonly name: string;
  readonly latest: string;
  readonly mine: string;
}

/** Returns what a colleague changed in the meantime, next to the values in the form. */
export function listDifferences(before: Words, latest: Words, mine: Words): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(latest)]);
  return [...names]
    .filter((name) => before[name] !== latest[name])
    .map((name) => ({ name, latest: latest[name] ?? '', mine: mine[name] ?? '' }));
}

/**
 * Merges two versions field by field. Fields that were not edited get the latest value, and edited
 * ones stay.
 */
export function mergeFields<T extends object>(before: T, latest: T, mine: T): T {
  const merged = { ...mine };
  for (const name of Object.keys(mine) as (keyof T)[]) {
    if (mine[name] === before[name]) merged[name] = latest[name];
  }
  return merged;
}

/**
 * The part of a gym that one form edits. Parts allow two people to edit one gym without overwriting
 * each other.
 */
export interface GymPart<D> {
  readonly read: (gym: StaffGym) => D;
  /** Describes a draft in words. */
  readonly describe: (draft: D) => Words;
  /** Describes the values that the draft would replace. */
  readonly describeReplaced: (gym: StaffGym, draft: D) => Words;
  /** Applies the draft, which was made from `before`, to `latest`. */
  readonly merge: (before: StaffGym, latest: StaffGym, draft: D) => D;
}

export const basicPart: GymPart<GymContent> = {
  read: (gym) => gym,
  describe: describeGymFields,
  describeReplaced: describeGymFields,
  merge: mergeFields,
};

type Week = StaffGym['weekly'];

export const weekPart: GymPart<Week> = {
  read: ({ weekly }) => weekly,
  describe: describeWeek,
  describeReplaced: ({ weekly }) => describeWeek(weekly),
  merge: (before, latest, draft) =>
    draft.map((hours, day) =>
      isSameDay(hours, before.weekly[day]) ? (latest.weekly[day] ?? null) : hours,
    ),
};

function describeWeek(weekly: Week): Words {
  return Object.fromEntries(
    weekdayNames.map((name, day) => [`${name}曜日`, formatHours(weekly[day] ?? null)]),
  );
}

function isSameDay(one: DayHours | null, other: DayHours | null | undefined): boolean {
  return one?.opensMinute === other?.opensMinute && one?.closesMinute === other?.closesMinute;
}

/** Part with the plans. The order belongs to the list, so two versions of it are not merged. */
export const plansPart: GymPart<readonly PlanDraft[]> = {
  read: ({ plans }) => plans.map(toPlanDraft),
  describe: describePlans,
  describeReplaced: ({ plans }) => describePlans(plans.map(toPlanDraft)),
  merge: (_before, _latest, draft) => draft,
};

function describePlans(drafts: readonly PlanDraft[]): Words {
  return Object.fromEntries(
    drafts.map((draft, at) => {
      const plan = toPlan(draft);
      const { name, price, taxRate, per, description } = plan;
      const amount = `${formatYen(price)}/${per === 'month' ? '月' : '回'}（税率${taxRate}%）`;
      return [
        `プラン${at + 1}`,
        [name, amount, ...describeRights(plan), description].join('\n').trim(),
      ];
    }),
  );
}

function describeRights(plan: SentPlan): string[] {
  return [
    summarizePlan(plan),
    ...(plan.countsNoShows ? ['来館しなかった予約も1回と数える'] : []),
    `申込受付${plan.offered ? '中' : 'なし'}`,
  ];
}

export const specialDayPart: Omit<GymPart<SpecialDayDraft>, 'read'> = {
  describe: describeSpecialDay,
  describeReplaced: describeDayOf,
  merge: (_before, _latest, draft) => draft,
};

export function describeDayOf(gym: StaffGym, { date }: { readonly date: string }): Words {
  const day = gym.specialDays.find((one) => one.date === date);
  return day === undefined ? { 営業時間: '通常の営業時間', 理由: '' } : describeSpecialDay(day);
}

function describeSpecialDay({ hours, note }: SpecialDayDraft): Words {
  return { 営業時間: formatHours(hours), 理由: note.trim() };
}

import { addDays } from './gym-time.ts';
import {
  changePlan,
  continueMembership,
  endMembership,
  firstDayOfChange,
  firstOfMonth,
  lastDayOf,
  type MembershipTerm,
  type MembershipTerms,
  pauseMembership,
  resumeMembership,
} from './memberships.ts';

/** How far ahead a membership may begin that a member asks for. */
export const joinableDays = 60;
/** The same of everything that staff enter; later would be a slip of the finger. */
export const staffDaysAhead = 400;

interface Days {
  /** The first day of the change; of an end the first day without the membership. */
  readonly fromDay: string;
  /** Of a pause, included; null: until further notice. */
  readonly lastDay: string | null;
}

/** What members ask for, and what staff do, with a membership that is there. */
export type MembershipChange =
  | (Days & { readonly kind: 'plan'; readonly planId: number })
  | (Days & { readonly kind: 'pause' | 'resume' | 'end' | 'continue' });

/** Neither today nor later is there a day with the membership. */
export function isOver(terms: MembershipTerms, today: string): boolean {
  const lastDay = lastDayOf(terms);
  return terms.length === 0 || (lastDay !== null && lastDay < today);
}

/**
 * The terms after a change; null: it changes nothing, or there is no day left that it could change.
 * Days gone by stay as they were: what is decided late holds from today on.
 */
export function applyChange(
  terms: MembershipTerms,
  change: MembershipChange,
  today: string,
): MembershipTerms | null {
  if (isOver(terms, today)) return null;
  const fromDay = laterDay(change.fromDay, today);
  const after = changeTerms(terms, { ...change, fromDay });
  return areSame(terms, after) ? null : after;
}

function changeTerms(terms: MembershipTerms, change: MembershipChange): MembershipTerms {
  const { fromDay, lastDay } = change;
  switch (change.kind) {
    case 'plan':
      return changePlan(terms, { planId: change.planId, fromDay });
    case 'pause':
      return lastDay !== null && lastDay < fromDay
        ? terms
        : pauseMembership(terms, { fromDay, lastDay });
    case 'resume':
      return resumeMembership(terms, fromDay);
    case 'end':
      return endMembership(terms, addDays(fromDay, -1));
    case 'continue':
      return continueMembership(terms);
  }
}

function areSame(one: MembershipTerms, other: MembershipTerms): boolean {
  const isSame = (a: MembershipTerm, b: MembershipTerm | undefined) =>
    a.fromDay === b?.fromDay &&
    a.lastDay === b.lastDay &&
    a.planId === b.planId &&
    a.paused === b.paused;
  return one.length === other.length && one.every((term, at) => isSame(term, other[at]));
}

export function laterDay(one: string, other: string): string {
  return one < other ? other : one;
}

interface AskedChange {
  readonly kind: 'plan' | 'pause' | 'resume' | 'end';
  /** Of a pause; absent: until further notice. */
  readonly months?: number | undefined;
}

/**
 * On which days a change holds that a member asks for today. A pause is taken back from tomorrow on;
 * everything else holds from the month that the gym's notice day allows, and not before the
 * membership begins. A pause ends with the last of its months, of which its first day's is one.
 */
export function dateChange(
  { kind, months }: AskedChange,
  { terms, today, noticeDay }: { terms: MembershipTerms; today: string; noticeDay: number },
): Days {
  if (kind === 'resume') return { fromDay: addDays(today, 1), lastDay: null };
  const firstDay = firstDayOfChange(today, noticeDay);
  const begins = kind === 'end' ? firstDay : (terms[0]?.fromDay ?? firstDay);
  const fromDay = laterDay(firstDay, begins);
  const lastDay = months === undefined ? null : addDays(firstOfMonth(fromDay, months), -1);
  return { fromDay, lastDay };
}

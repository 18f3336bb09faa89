import { addDays } from './gym-time.ts';
import type { MembershipEventKind, MembershipRequestKind } from './membership-requests.ts';
import {
  changePlan,
  continueMembership,
  endMembership,
  findTerm,
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

/** One step of a membership's history, the fields that later steps depend on. */
export interface PastStep {
  readonly kind: MembershipEventKind;
  readonly by: 'member' | 'staff' | 'system';
  /** What the member had asked for. `null` when staff did it by themselves. */
  readonly request: MembershipRequestKind | null;
  readonly fromDay: string | null;
  readonly lastDay: string | null;
}

interface StaffLimits {
  /** The last day that staff set. `null` while staff have set none. */
  readonly lastDay: string | null;
  readonly pauses: readonly Days[];
}

/**
 * Returns the end and the pauses that staff decided by themselves and have not taken back. What
 * staff approved because the member had asked for it remains the member's own.
 */
function findStaffLimits(history: readonly PastStep[]): StaffLimits {
  let limits: StaffLimits = { lastDay: null, pauses: [] };
  for (const { kind, by, request, fromDay, lastDay } of history) {
    if (by !== 'staff') continue;
    if (kind === 'ended' && request === null) limits = { ...limits, lastDay };
    if (kind === 'end_withdrawn') limits = { ...limits, lastDay: null };
    if (kind === 'paused' && request === null && fromDay !== null) {
      limits = { ...limits, pauses: [...limits.pauses, { fromDay, lastDay }] };
    }
    if (kind === 'resumed' && fromDay !== null) {
      limits = { ...limits, pauses: cutPauses(limits.pauses, addDays(fromDay, -1)) };
    }
  }
  return limits;
}

function cutPauses(pauses: readonly Days[], lastDay: string): Days[] {
  return pauses
    .filter(({ fromDay }) => fromDay <= lastDay)
    .map((pause) =>
      pause.lastDay === null || pause.lastDay > lastDay ? { ...pause, lastDay } : pause,
    );
}

/**
 * Returns the terms after a member's own change that nobody at the gym checks: they last no longer
 * and cover no other day than staff decided. `null` when staff's decisions leave nothing of it.
 */
export function applyOwnChange(
  terms: MembershipTerms,
  change: MembershipChange,
  { history, today }: { readonly history: readonly PastStep[]; readonly today: string },
): MembershipTerms | null {
  const asked = applyChange(terms, change, today);
  if (asked === null) return null;
  const { lastDay, pauses } = findStaffLimits(history);
  const ended = lastDay === null ? asked : endMembership(asked, lastDay);
  const after = pauses.reduce(pauseMembership, ended);
  const resumesOn = change.kind === 'resume' ? laterDay(change.fromDay, today) : null;
  const isStillPaused = resumesOn !== null && findTerm(after, resumesOn)?.paused === true;
  return isStillPaused || areSame(terms, after) ? null : after;
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

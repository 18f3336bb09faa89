import { addDays } from '#gyms/gym-time.ts';
import type {
  ChangeRequestKind,
  MembershipEventKind,
  MembershipRequestKind,
} from './membership-requests.ts';
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

/** Maximum number of days from today until the start of a membership that a member requests. */
export const joinableDays = 60;
/**
 * Maximum number of days ahead for dates that staff enter. A later date would be a typing error.
 */
export const staffDaysAhead = 400;

interface Days {
  /** First day of the change. For an end, the first day without the membership. */
  readonly fromDay: string;
  /** Last day of a pause, included. `null` for a pause until further notice. */
  readonly lastDay: string | null;
}

/** Change to an existing membership, requested by the member or made by staff. */
export type MembershipChange =
  | (Days & { readonly kind: 'plan'; readonly planId: number })
  | (Days & { readonly kind: Exclude<ChangeRequestKind, 'plan'> | 'continue' });

/** Returns whether the membership has no day left, neither today nor later. */
export function isOver(terms: MembershipTerms, today: string): boolean {
  const lastDay = lastDayOf(terms);
  return terms.length === 0 || (lastDay !== null && lastDay < today);
}

/**
 * Returns the terms after a change. Returns `null` when it changes nothing or no day is left to
 * change. Past days stay as they were: a late decision takes effect today.
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

/** One step of a membership's history, with the fields that later steps depend on. */
export interface PastStep {
  readonly kind: MembershipEventKind;
  readonly by: 'member' | 'staff' | 'system' | 'guardian';
  /** The member's request that led to the step. `null` when staff acted on their own. */
  readonly request: MembershipRequestKind | null;
  readonly fromDay: string | null;
  readonly lastDay: string | null;
}

interface StaffLimits {
  /** Last day set by staff. `null` while staff have set none. */
  readonly lastDay: string | null;
  readonly pauses: readonly Days[];
}

/**
 * Returns the end and the pauses that staff decided on their own and have not taken back. A step
 * that staff approved at the member's request counts as the member's own.
 */
function findStaffLimits(history: readonly PastStep[]): StaffLimits {
  return history
    .filter(({ by }) => by === 'staff')
    .reduce(limitByStep, { lastDay: null, pauses: [] });
}

function limitByStep(
  limits: StaffLimits,
  { kind, request, fromDay, lastDay }: PastStep,
): StaffLimits {
  switch (kind) {
    case 'ended':
      return request === null ? { ...limits, lastDay } : limits;
    case 'end_withdrawn':
      return { ...limits, lastDay: null };
    case 'paused':
      return request === null && fromDay !== null
        ? { ...limits, pauses: [...limits.pauses, { fromDay, lastDay }] }
        : limits;
    case 'resumed':
      return fromDay === null
        ? limits
        : { ...limits, pauses: cutPauses(limits.pauses, addDays(fromDay, -1)) };
    case 'applied':
    case 'withdrawn':
    case 'declined':
    case 'joined':
    case 'plan_changed':
    case 'payment_noted':
    case 'reservations_cancelled':
    case 'account_deleted':
      return limits;
  }
}

function cutPauses(pauses: readonly Days[], lastDay: string): Days[] {
  return pauses
    .filter(({ fromDay }) => fromDay <= lastDay)
    .map((pause) =>
      pause.lastDay === null || pause.lastDay > lastDay ? { ...pause, lastDay } : pause,
    );
}

/**
 * Returns the terms after a member's own change that staff do not check. They last no longer and
 * cover no other days than staff decided. Returns `null` when staff's decisions leave nothing of
 * the change.
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

interface RequestedChange {
  readonly kind: ChangeRequestKind;
  /** Number of months of a pause. Absent for a pause until further notice. */
  readonly months?: number | undefined;
}

/**
 * Returns the days of a change that a member requests today. A pause ends tomorrow when the member
 * resumes. Every other change starts in the month that the gym's notice day allows, and not before
 * the membership begins. A pause includes the month of its first day and ends with its last month.
 */
export function dateChange(
  { kind, months }: RequestedChange,
  { terms, today, noticeDay }: { terms: MembershipTerms; today: string; noticeDay: number },
): Days {
  const firstDay = firstDayOfChange(today, noticeDay);
  const afterBeginning = laterDay(firstDay, terms[0]?.fromDay ?? firstDay);
  switch (kind) {
    case 'resume':
      return { fromDay: addDays(today, 1), lastDay: null };
    case 'end':
      return { fromDay: firstDay, lastDay: null };
    case 'plan':
      return { fromDay: afterBeginning, lastDay: null };
    case 'pause': {
      const isEndless = months === undefined;
      const lastDay = isEndless ? null : addDays(firstOfMonth(afterBeginning, months), -1);
      return { fromDay: afterBeginning, lastDay };
    }
  }
}

/** Decisions of staff that a member cannot change alone. */
export const staffDecisions = ['pause', 'end'] as const;
export type StaffDecision = (typeof staffDecisions)[number];

/** Returns whether staff decided the pause or the end, so that the member cannot take it back. */
export function listStaffDecisions(
  terms: MembershipTerms,
  context: { readonly history: readonly PastStep[]; readonly today: string },
): StaffDecision[] {
  const { today } = context;
  const undoing: Readonly<Record<StaffDecision, MembershipChange>> = {
    pause: { kind: 'resume', fromDay: addDays(today, 1), lastDay: null },
    end: { kind: 'continue', fromDay: today, lastDay: null },
  };
  return staffDecisions.filter((decision) => {
    const change = undoing[decision];
    return (
      applyChange(terms, change, today) !== null && applyOwnChange(terms, change, context) === null
    );
  });
}

import { addDays, toGymInstant, weekday } from '#gyms/gym-time.ts';

/**
 * Ways in which a gym accepts new members: staff check the person first, or the membership begins
 * by itself.
 */
export const joiningRules = ['approval', 'open'] as const;
export type JoiningRule = (typeof joiningRules)[number];

/** Visits that a plan allows. */
export interface PlanRights {
  readonly id: number;
  /** Gym that offers the plan, and whether its members may visit all other gyms too. */
  readonly gymId: number;
  readonly allGyms: boolean;
  /** Days of the week of the gym day. 0 is Sunday. */
  readonly weekdays: readonly number[];
  /**
   * Minutes after midnight of the gym day, up to 48:00. The whole visit must lie between the two.
   */
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** `null` for a plan without a limit. */
  readonly visitsPerMonth: number | null;
  /** Whether a reservation that the member did not come for uses up a visit. */
  readonly countsNoShows: boolean;
}

/**
 * Days of a membership with one plan, both ends included. `lastDay` is `null` for a term until
 * further notice.
 */
export interface MembershipTerm {
  readonly fromDay: string;
  readonly lastDay: string | null;
  readonly planId: number;
  readonly paused: boolean;
}

/** Terms of one membership, earliest first, without a gap between them. */
export type MembershipTerms = readonly MembershipTerm[];

export type MembershipState = 'not_started' | 'active' | 'paused' | 'ended';

export function findTerm(terms: MembershipTerms, day: string): MembershipTerm | null {
  return terms.find((term) => term.fromDay <= day && !endsBefore(term, day)) ?? null;
}

function endsBefore({ lastDay }: MembershipTerm, day: string): boolean {
  return lastDay !== null && lastDay < day;
}

export function membershipState(terms: MembershipTerms, day: string): MembershipState {
  const [first] = terms;
  if (first === undefined) return 'ended';
  if (day < first.fromDay) return 'not_started';
  const term = findTerm(terms, day);
  if (term === null) return 'ended';
  return term.paused ? 'paused' : 'active';
}

/** Returns the last day of a membership. Returns `null` when it has no end. */
export function lastDayOf(terms: MembershipTerms): string | null {
  return terms.at(-1)?.lastDay ?? null;
}

export function startMembership(planId: number, fromDay: string): MembershipTerms {
  return [{ fromDay, lastDay: null, planId, paused: false }];
}

/** Changes the plan of all days from `fromDay` on. Pauses stay as they are. */
export function changePlan(
  terms: MembershipTerms,
  { planId, fromDay }: { readonly planId: number; readonly fromDay: string },
): MembershipTerms {
  return changeDays(terms, { fromDay, lastDay: null }, (term) => ({ ...term, planId }));
}

interface Days {
  readonly fromDay: string;
  readonly lastDay: string | null;
}

export function pauseMembership(terms: MembershipTerms, days: Days): MembershipTerms {
  return changeDays(terms, days, (term) => ({ ...term, paused: true }));
}

/** Removes every pause from `fromDay` on. */
export function resumeMembership(terms: MembershipTerms, fromDay: string): MembershipTerms {
  return changeDays(terms, { fromDay, lastDay: null }, (term) => ({ ...term, paused: false }));
}

/** Removes all days after `lastDay`. A membership that had not begun by then has no day left. */
export function endMembership(terms: MembershipTerms, lastDay: string): MembershipTerms {
  return joinEqual(
    terms
      .filter(({ fromDay }) => fromDay <= lastDay)
      .map((term) => (endsBefore(term, lastDay) ? term : { ...term, lastDay })),
  );
}

/** Takes back the end: the last term continues as it is. */
export function continueMembership(terms: MembershipTerms): MembershipTerms {
  return terms.map((term, at) => (at === terms.length - 1 ? { ...term, lastDay: null } : term));
}

function changeDays(
  terms: MembershipTerms,
  { fromDay, lastDay }: Days,
  change: (term: MembershipTerm) => MembershipTerm,
): MembershipTerms {
  return joinEqual(
    terms.flatMap((term) => {
      if (endsBefore(term, fromDay) || (lastDay !== null && lastDay < term.fromDay)) return [term];
      const before = term.fromDay < fromDay ? [{ ...term, lastDay: addDays(fromDay, -1) }] : [];
      const goesOn = lastDay !== null && (term.lastDay === null || term.lastDay > lastDay);
      const after = goesOn ? [{ ...term, fromDay: addDays(lastDay, 1) }] : [];
      const changed = change({
        ...term,
        fromDay: term.fromDay < fromDay ? fromDay : term.fromDay,
        lastDay: goesOn ? lastDay : term.lastDay,
      });
      return [...before, changed, ...after];
    }),
  );
}

/** Merges neighbouring terms that are equal. */
function joinEqual(terms: MembershipTerms): MembershipTerms {
  const joined: MembershipTerm[] = [];
  for (const term of terms) {
    const last = joined.at(-1);
    const isSame = last?.planId === term.planId && last.paused === term.paused;
    if (last !== undefined && isSame)
      joined[joined.length - 1] = { ...last, lastDay: term.lastDay };
    else joined.push(term);
  }
  return joined;
}

/** Returns the month of a gym day as `YYYY-MM`. Visits are counted in these months. */
export function monthOf(gymDay: string): string {
  return gymDay.slice(0, 7);
}

/** Returns the first day of the month that is `monthsAhead` months after that of the day. */
export function firstOfMonth(gymDay: string, monthsAhead = 0): string {
  const [year = 0, month = 1] = gymDay.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + monthsAhead, 1)).toISOString().slice(0, 10);
}

/**
 * Returns the first day of a change that a member requests today. It is the first of the next month
 * if today is not after the gym's notice day, else of the month after that. A membership that ends
 * has its last day on the day before.
 */
export function firstDayOfChange(today: string, noticeDay: number): string {
  return firstOfMonth(today, Number(today.slice(8)) <= noticeDay ? 1 : 2);
}

/** Visits of a month that count for a membership. */
export interface MonthVisits {
  /** Number of reservations that are still to come or that the member came for. */
  readonly kept: number;
  readonly noShows: number;
}

export function countVisits(
  { kept, noShows }: MonthVisits,
  { countsNoShows }: Pick<PlanRights, 'countsNoShows'>,
): number {
  return kept + (countsNoShows ? noShows : 0);
}

/** Membership as the rules need it. It has no terms while staff have not approved it. */
export interface HeldMembership {
  readonly membershipId: number | null;
  readonly terms: MembershipTerms;
  /** All plans of the terms. Without terms, the requested plan. */
  readonly plans: readonly PlanRights[];
  /** Visits by month (`YYYY-MM`). A month that is missing has no visits. */
  readonly visits: Readonly<Record<string, MonthVisits>>;
}

export interface PlannedVisit {
  readonly gymId: number;
  readonly gymDay: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * Reasons why no membership allows a visit. The later in the list, the closer the visit is to being
 * allowed.
 */
export const membershipRejections = [
  'no_membership',
  'gym_not_covered',
  'membership_ended',
  'membership_not_started',
  'membership_paused',
  'outside_plan_hours',
  'monthly_limit',
] as const;
export type MembershipRejection = (typeof membershipRejections)[number];

export function isMembershipRejection(code: string): code is MembershipRejection {
  return membershipRejections.some((rejection) => rejection === code);
}

/**
 * Returns the membership for a visit, or the reason why none allows it. A membership without a
 * limit is preferred, which saves the visits of the others. `ignoreLimit` is for a visit that is
 * already counted.
 */
export function chooseMembership<M extends HeldMembership>(
  memberships: readonly M[],
  visit: PlannedVisit,
  { ignoreLimit = false } = {},
): { readonly membership: M } | { readonly refusal: MembershipRejection } {
  let limited: M | null = null;
  let nearest: MembershipRejection = 'no_membership';
  for (const membership of memberships) {
    const found = findRights(membership, visit, ignoreLimit);
    if (typeof found === 'object') {
      if (found.visitsPerMonth === null) return { membership };
      limited ??= membership;
    } else if (membershipRejections.indexOf(found) > membershipRejections.indexOf(nearest)) {
      nearest = found;
    }
  }
  return limited === null ? { refusal: nearest } : { membership: limited };
}

/** Returns the plan that allows the visit, or the reason why none does. */
function findRights(
  { terms, plans, visits }: HeldMembership,
  visit: PlannedVisit,
  ignoreLimit: boolean,
): PlanRights | MembershipRejection {
  const covers = ({ allGyms, gymId }: PlanRights) => allGyms || gymId === visit.gymId;
  const [first] = terms;
  if (first === undefined) return plans.some(covers) ? 'membership_not_started' : 'no_membership';
  const term = findTerm(terms, visit.gymDay);
  const planId = (term ?? (visit.gymDay < first.fromDay ? first : terms.at(-1)))?.planId;
  const plan = plans.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error('a membership names a plan that is not there');
  if (!covers(plan)) return 'gym_not_covered';
  if (term === null) {
    return visit.gymDay < first.fromDay ? 'membership_not_started' : 'membership_ended';
  }
  if (term.paused) return 'membership_paused';
  if (!coversTime(plan, visit)) return 'outside_plan_hours';
  if (ignoreLimit || plan.visitsPerMonth === null) return plan;
  const used = visits[monthOf(visit.gymDay)] ?? { kept: 0, noShows: 0 };
  return countVisits(used, plan) < plan.visitsPerMonth ? plan : 'monthly_limit';
}

/** Returns whether the whole slot lies on the plan's days and within its hours. */
export function coversTime(
  plan: Pick<PlanRights, 'weekdays' | 'fromMinute' | 'untilMinute'>,
  { gymDay, startsAt, endsAt }: Omit<PlannedVisit, 'gymId'>,
): boolean {
  if (!plan.weekdays.includes(weekday(gymDay))) return false;
  const from = toGymInstant(gymDay, plan.fromMinute);
  const until = toGymInstant(gymDay, plan.untilMinute);
  return from <= startsAt && endsAt <= until;
}

/** Returns whether the new rights may forbid a visit that the old ones allowed. */
export function allowsLess(before: VisitRights, after: VisitRights): boolean {
  const maxVisits = ({ visitsPerMonth }: VisitRights) => visitsPerMonth ?? Infinity;
  return (
    (before.allGyms && !after.allGyms) ||
    before.weekdays.some((day) => !after.weekdays.includes(day)) ||
    before.fromMinute < after.fromMinute ||
    after.untilMinute < before.untilMinute ||
    maxVisits(after) < maxVisits(before) ||
    (after.visitsPerMonth !== null && after.countsNoShows && !before.countsNoShows)
  );
}

type VisitRights = Omit<PlanRights, 'id' | 'gymId'>;

/**
 * Returns the reason why a member may not enter for a reserved visit. The monthly limit is ignored,
 * because the visit was counted when it was reserved.
 */
export function validateEntry(
  memberships: readonly HeldMembership[],
  visit: PlannedVisit,
): MembershipRejection | null {
  const chosen = chooseMembership(memberships, visit, { ignoreLimit: true });
  return 'refusal' in chosen ? chosen.refusal : null;
}

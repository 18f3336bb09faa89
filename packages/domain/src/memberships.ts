import { addDays, toGymInstant, weekday } from './gym-time.ts';

/** How a gym takes new members: staff check the person first, or the membership begins by itself. */
export const joiningRules = ['approval', 'open'] as const;
export type JoiningRule = (typeof joiningRules)[number];

/** What a plan allows. */
export interface PlanRights {
  readonly id: number;
  /** The gym that offers the plan, and whether its members may visit all others, too. */
  readonly gymId: number;
  readonly allGyms: boolean;
  /** 0 is Sunday, by the gym day. */
  readonly weekdays: readonly number[];
  /** A visit lies between them: minutes after midnight of the gym day, up to 48:00. */
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** null: without limit. */
  readonly visitsPerMonth: number | null;
  /** Whether a reservation that nobody came for uses up a visit. */
  readonly countsNoShows: boolean;
}

/** Days of a membership with one plan, both ends included; no last day: until further notice. */
export interface MembershipTerm {
  readonly fromDay: string;
  readonly lastDay: string | null;
  readonly planId: number;
  readonly paused: boolean;
}

/** The terms of one membership follow each other without a gap, the earliest first. */
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

/** The last day of a membership; null: nobody has ended it. */
export function lastDayOf(terms: MembershipTerms): string | null {
  return terms.at(-1)?.lastDay ?? null;
}

export function startMembership(planId: number, fromDay: string): MembershipTerms {
  return [{ fromDay, lastDay: null, planId, paused: false }];
}

/** Gives all days from then on another plan; pauses stay where they are. */
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

/** Takes every pause away from that day on. */
export function resumeMembership(terms: MembershipTerms, fromDay: string): MembershipTerms {
  return changeDays(terms, { fromDay, lastDay: null }, (term) => ({ ...term, paused: false }));
}

/** No day after `lastDay` is left; a membership that had not begun by then has no day at all. */
export function endMembership(terms: MembershipTerms, lastDay: string): MembershipTerms {
  return joinEqual(
    terms
      .filter(({ fromDay }) => fromDay <= lastDay)
      .map((term) => (endsBefore(term, lastDay) ? term : { ...term, lastDay })),
  );
}

/** Takes back the end: the last term goes on as it is. */
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

/** Neighbours that differ in nothing become one. */
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

/** `YYYY-MM` of a gym day: visits are counted in these months. */
export function monthOf(gymDay: string): string {
  return gymDay.slice(0, 7);
}

/** The first day of the month that is so many months after the one of the day. */
export function firstOfMonth(gymDay: string, monthsAhead = 0): string {
  const [year = 0, month = 1] = gymDay.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + monthsAhead, 1)).toISOString().slice(0, 10);
}

/**
 * From when on a change holds that a member asks for today: from the next month on, if today is not
 * after the gym's notice day, else from the month after that. The last day of a membership that
 * ends is the day before.
 */
export function firstDayOfChange(today: string, noticeDay: number): string {
  return firstOfMonth(today, Number(today.slice(8)) <= noticeDay ? 1 : 2);
}

/** The visits of a month that count for a membership. */
export interface MonthVisits {
  /** Reservations to come, and those the member came for. */
  readonly kept: number;
  readonly noShows: number;
}

export function countVisits(
  { kept, noShows }: MonthVisits,
  { countsNoShows }: Pick<PlanRights, 'countsNoShows'>,
): number {
  return kept + (countsNoShows ? noShows : 0);
}

/** A membership as the rules need it; one that staff have not approved yet has no terms. */
export interface HeldMembership {
  readonly membershipId: number | null;
  readonly terms: MembershipTerms;
  /** All plans that the terms name; without terms the plan that is asked for. */
  readonly plans: readonly PlanRights[];
  /** By month (`YYYY-MM`); a month that is not there has none. */
  readonly visits: Readonly<Record<string, MonthVisits>>;
}

export interface PlannedVisit {
  readonly gymId: number;
  readonly gymDay: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Why no membership of a member allows a visit; the later in the list, the less is missing. */
export const membershipRefusals = [
  'no_membership',
  'gym_not_covered',
  'membership_ended',
  'membership_not_started',
  'membership_paused',
  'outside_plan_hours',
  'monthly_limit',
] as const;
export type MembershipRefusal = (typeof membershipRefusals)[number];

export function isMembershipRefusal(code: string): code is MembershipRefusal {
  return membershipRefusals.some((refusal) => refusal === code);
}

/**
 * The membership by which a member may make a visit, or why none of them allows it. One without a
 * limit goes first: the visits of the others last longer then. `ignoreLimit`: the visit is one of
 * those that were counted already.
 */
export function chooseMembership<M extends HeldMembership>(
  memberships: readonly M[],
  visit: PlannedVisit,
  { ignoreLimit = false } = {},
): { readonly membership: M } | { readonly refusal: MembershipRefusal } {
  let limited: M | null = null;
  let nearest: MembershipRefusal = 'no_membership';
  for (const membership of memberships) {
    const found = findRights(membership, visit, ignoreLimit);
    if (typeof found === 'object') {
      if (found.visitsPerMonth === null) return { membership };
      limited ??= membership;
    } else if (membershipRefusals.indexOf(found) > membershipRefusals.indexOf(nearest)) {
      nearest = found;
    }
  }
  return limited === null ? { refusal: nearest } : { membership: limited };
}

/** The plan that allows the visit, or what is missing. */
function findRights(
  { terms, plans, visits }: HeldMembership,
  visit: PlannedVisit,
  ignoreLimit: boolean,
): PlanRights | MembershipRefusal {
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

/** Whether the whole slot lies on the plan's days and between its hours. */
export function coversTime(
  plan: Pick<PlanRights, 'weekdays' | 'fromMinute' | 'untilMinute'>,
  { gymDay, startsAt, endsAt }: Omit<PlannedVisit, 'gymId'>,
): boolean {
  if (!plan.weekdays.includes(weekday(gymDay))) return false;
  const from = toGymInstant(gymDay, plan.fromMinute);
  const until = toGymInstant(gymDay, plan.untilMinute);
  return from <= startsAt && endsAt <= until;
}

/** Whether a visit that the plan allowed before may be one that it does not allow any more. */
export function allowsLess(before: VisitRights, after: VisitRights): boolean {
  const mostVisits = ({ visitsPerMonth }: VisitRights) => visitsPerMonth ?? Infinity;
  return (
    (before.allGyms && !after.allGyms) ||
    before.weekdays.some((day) => !after.weekdays.includes(day)) ||
    before.fromMinute < after.fromMinute ||
    after.untilMinute < before.untilMinute ||
    mostVisits(after) < mostVisits(before) ||
    (after.visitsPerMonth !== null && after.countsNoShows && !before.countsNoShows)
  );
}

type VisitRights = Omit<PlanRights, 'id' | 'gymId'>;

/**
 * Why a member does not get in for a visit that is reserved. The visits of the month were counted
 * when it was reserved.
 */
export function refuseDoor(
  memberships: readonly HeldMembership[],
  visit: PlannedVisit,
): MembershipRefusal | null {
  const chosen = chooseMembership(memberships, visit, { ignoreLimit: true });
  return 'refusal' in chosen ? chosen.refusal : null;
}

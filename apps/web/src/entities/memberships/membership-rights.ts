import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type {
  Membership,
  MembershipTerm,
  MyMemberships,
} from '@tanren/contract/memberships/memberships';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { coverVisits, type ReservedVisit } from '@tanren/domain/memberships/covered-visits';
import {
  chooseMembership,
  type HeldMembership,
  type MembershipTerms,
  type MonthVisits,
  monthOf,
} from '@tanren/domain/memberships/memberships';

/** One gym on one day. */
export interface VisitDay {
  readonly gymId: number;
  readonly date: string;
}

export function coversGym(
  membership: Membership,
  { plan }: Pick<MembershipTerm, 'plan'>,
  gymId: number,
): boolean {
  return plan.allGyms || membership.gymId === gymId;
}

/** Returns whether the member has a membership that covers this gym and has not ended. */
export function hasMembershipFor({ memberships }: MyMemberships, gymId: number): boolean {
  return memberships.some(
    (membership) =>
      membership.state !== 'ended' &&
      membership.terms.some((term) => coversGym(membership, term, gymId)),
  );
}

/** Returns the current membership with this gym itself. */
export function findOwnMembership(
  { memberships }: MyMemberships,
  gymId: number,
): Membership | undefined {
  return memberships.find((one) => one.gymId === gymId && one.state !== 'ended');
}

export function findTermOn({ terms }: Membership, day: string): MembershipTerm | undefined {
  return terms.find(
    ({ fromDay, lastDay }) => fromDay <= day && (lastDay === null || lastDay >= day),
  );
}

/** Returns the first membership that covers the gym on that day, regardless of the hour. */
function findUsable({ memberships }: MyMemberships, { gymId, date }: VisitDay) {
  return memberships.find((membership) => {
    const term = findTermOn(membership, date);
    return term !== undefined && !term.paused && coversGym(membership, term, gymId);
  });
}

export interface VisitsOfMonth {
  /** Month as `YYYY-MM`. */
  readonly month: string;
  readonly limit: number;
  readonly left: number;
}

/**
 * Returns how many visits are left in the month of a day. Returns `null` when there is no limit or
 * the number is not known.
 */
export function findVisitsLeft(mine: MyMemberships, visit: VisitDay): VisitsOfMonth | null {
  const month = monthOf(visit.date);
  const visits = findUsable(mine, visit)?.visits.find((one) => one.month === month);
  if (visits === undefined || visits.limit === null) return null;
  const { limit, used } = visits;
  return { month, limit, left: Math.max(0, limit - used) };
}

export function changeVisits(mine: MyMemberships, visit: VisitDay, by: number): MyMemberships {
  const usable = findUsable(mine, visit);
  const month = monthOf(visit.date);
  const change = (visits: Membership['visits']) =>
    visits.map((one) => (one.month === month ? { ...one, used: Math.max(0, one.used + by) } : one));
  return {
    ...mine,
    memberships: mine.memberships.map((one) =>
      one === usable ? { ...one, visits: change(one.visits) } : one,
    ),
  };
}

/** Converts the terms of a membership to the form that the domain rules expect. */
export function toTerms({ terms }: Membership): MembershipTerms {
  return terms.map(({ plan, ...term }) => ({ ...term, planId: plan.id }));
}

/**
 * Lists the memberships for the domain rules. A membership without terms is left out, because the
 * rules would treat it as a future one.
 */
function listHeld({ memberships }: MyMemberships): HeldMembership[] {
  return memberships
    .filter(({ terms }) => terms.length > 0)
    .map((membership) => ({
      membershipId: membership.membershipId,
      terms: toTerms(membership),
      plans: membership.terms.map(({ plan }) => ({ ...plan, gymId: membership.gymId })),
      visits: Object.fromEntries(
        membership.visits.map(({ month, used }) => [month, { kept: used, noShows: 0 }]),
      ),
    }));
}

interface MembershipChange {
  readonly membership: Membership;
  readonly terms: MembershipTerms;
  /** New plan, if the terms name one that the membership did not have before. */
  readonly plan?: SubscriptionPlan;
}

/**
 * Lists the upcoming reservations that a change would leave without a membership, earliest first.
 * The server cancels them by the same rule. Reservations do not name their membership, so the first
 * one that allows the visit is assumed.
 */
export function listUncovered(
  reservations: readonly TrainingReservation[],
  mine: MyMemberships,
  { membership, terms, plan }: MembershipChange,
): TrainingReservation[] {
  const before = listHeld(mine);
  const visits = reservations.flatMap((reservation) => {
    const { gymId, date, startsAt, endsAt } = reservation;
    const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
    const visit = { gymId, gymDay: date, ...times };
    const chosen = chooseMembership(before, visit, { ignoreLimit: true });
    if ('refusal' in chosen) return [];
    return [{ ...visit, reservation, membershipId: chosen.membership.membershipId }];
  });
  const after = before
    .map((held) => takeBack(held, visits))
    .map((held) => {
      if (held.membershipId !== membership.membershipId) return held;
      const more = plan === undefined ? [] : [{ ...plan, gymId: membership.gymId }];
      return { ...held, terms, plans: [...held.plans, ...more] };
    })
    .filter((held) => held.terms.length > 0);
  return coverVisits(after, visits)
    .filter(({ refusal }) => refusal !== null)
    .map(({ visit }) => visit.reservation);
}

/**
 * Subtracts the reserved visits from the monthly counts, because `coverVisits` counts them again.
 */
function takeBack(held: HeldMembership, visits: readonly ReservedVisit[]): HeldMembership {
  const own = visits.filter(({ membershipId }) => membershipId === held.membershipId);
  const countIn = (month: string) => own.filter(({ gymDay }) => monthOf(gymDay) === month).length;
  const rest: Record<string, MonthVisits> = {};
  for (const [month, { kept, noShows }] of Object.entries(held.visits)) {
    rest[month] = { kept: Math.max(0, kept - countIn(month)), noShows };
  }
  return { ...held, visits: rest };
}

/** A change that is decided but not in force yet. */
export type ComingChange =
  | { readonly kind: 'start'; readonly day: string; readonly plan: SubscriptionPlan }
  | { readonly kind: 'plan'; readonly day: string; readonly plan: SubscriptionPlan }
  | { readonly kind: 'pause'; readonly day: string; readonly lastDay: string | null }
  | { readonly kind: 'resume'; readonly day: string }
  /** The day is the last one of the membership. */
  | { readonly kind: 'end'; readonly day: string };

export function listComing({ terms }: Membership, today: string): ComingChange[] {
  const coming: ComingChange[] = [];
  for (const [at, term] of terms.entries()) {
    const before = terms[at - 1];
    const { fromDay: day, lastDay, plan, paused } = term;
    if (day <= today) continue;
    if (before === undefined) coming.push({ kind: 'start', day, plan });
    if (before !== undefined && before.plan.id !== plan.id) {
      coming.push({ kind: 'plan', day, plan });
    }
    if (paused && before?.paused !== true) coming.push({ kind: 'pause', day, lastDay });
    // A future pause is listed with its last day, so its end needs no entry of its own.
    if (!paused && before?.paused === true && before.fromDay <= today) {
      coming.push({ kind: 'resume', day });
    }
  }
  const end = terms.at(-1)?.lastDay ?? null;
  if (end !== null && end >= today) coming.push({ kind: 'end', day: end });
  return coming;
}

/** Returns the term of today, else the first one if it is in the future, else the last one. */
export function findShownTerm(membership: Membership, today: string): MembershipTerm | undefined {
  const [first] = membership.terms;
  if (first !== undefined && today < first.fromDay) return first;
  return findTermOn(membership, today) ?? membership.terms.at(-1);
}

import {
  countVisits,
  firstOfMonth,
  type MembershipTerms,
  monthOf,
  type MonthVisits,
} from './memberships.ts';

/** Plan as the dues need it. */
export interface PricedPlan {
  readonly id: number;
  /** Price in yen, tax included. */
  readonly price: number;
  readonly per: 'month' | 'visit';
  readonly countsNoShows: boolean;
}

/** Returns the first day of a month, and the first day of the month after it. */
export function daysOfMonth(month: string): { readonly from: string; readonly until: string } {
  const from = `${month}-01`;
  return { from, until: firstOfMonth(from, 1) };
}

/** Returns the month that is `monthsAhead` months after the given one. */
export function addMonths(month: string, monthsAhead: number): string {
  return monthOf(firstOfMonth(`${month}-01`, monthsAhead));
}

/**
 * Returns the plan of the first day of the month that is covered and not paused. Returns `null` when
 * there is no such day, so that nothing is owed.
 */
export function findPlanOfMonth<P extends PricedPlan>(
  terms: MembershipTerms,
  plans: readonly P[],
  month: string,
): P | null {
  const { from, until } = daysOfMonth(month);
  const term = terms.find(
    ({ fromDay, lastDay, paused }) =>
      !paused && fromDay < until && (lastDay === null || lastDay >= from),
  );
  if (term === undefined) return null;
  const plan = plans.find(({ id }) => id === term.planId);
  if (plan === undefined) throw new Error('a membership names a plan that is not there');
  return plan;
}

/**
 * Returns the amount in yen that a membership owes for a month. A plan per month has its full price
 * also for a part of the month. A plan per visit has its price for each counted visit.
 */
export function dueOf(
  terms: MembershipTerms,
  plans: readonly PricedPlan[],
  month: string,
  visits: MonthVisits = { kept: 0, noShows: 0 },
): number {
  const plan = findPlanOfMonth(terms, plans, month);
  if (plan === null) return 0;
  return plan.per === 'month' ? plan.price : plan.price * countVisits(visits, plan);
}

/**
 * Returns whether a month can be charged. A month with a plan per month can be charged from the month
 * before on. Visits are charged when the month is over, because only then their number is final.
 */
export function isChargeable({ per }: Pick<PricedPlan, 'per'>, month: string, today: string) {
  const current = monthOf(today);
  return per === 'month' ? month <= addMonths(current, 1) : month < current;
}

/** Number of days for which a bank account is kept after the last day of its membership. */
export const debitAccountDays = 90;

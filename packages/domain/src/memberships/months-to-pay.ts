import { firstOfMonth, type MembershipTerm, type MembershipTerms, monthOf } from './memberships.ts';

/** Month of a membership that its gym may still charge. */
export interface MonthToPay {
  /** Month as `YYYY-MM`. */
  readonly month: string;
  readonly planId: number;
  /** Whether all days of the membership in this month are paused. The gym decides what they cost. */
  readonly paused: boolean;
}

/**
 * Lists the months from today's until the last one of a membership that ends, with the plan of the
 * first day that is not paused. Returns an empty list when the membership has no end.
 */
export function listMonthsToPay(terms: MembershipTerms, today: string): MonthToPay[] {
  const last = terms.at(-1)?.lastDay ?? null;
  if (last === null) return [];
  const months: MonthToPay[] = [];
  for (let first = firstOfMonth(today, 0); first <= last; first = firstOfMonth(first, 1)) {
    const covering = terms.filter((term) => isInMonth(term, first));
    const term = covering.find(({ paused }) => !paused) ?? covering[0];
    if (term !== undefined) {
      months.push({ month: monthOf(first), planId: term.planId, paused: term.paused });
    }
  }
  return months;
}

function isInMonth({ fromDay, lastDay }: MembershipTerm, first: string): boolean {
  return fromDay < firstOfMonth(first, 1) && (lastDay === null || first <= lastDay);
}

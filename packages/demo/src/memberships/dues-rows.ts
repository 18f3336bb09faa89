import { addDays, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { addMonths, dueOf, findPlanOfMonth } from '@tanren/domain/memberships/dues';
import type { DuesEntryKind } from '@tanren/domain/memberships/dues-ledger';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { demoPlans } from './demo-plans.ts';
import type { MembershipRows } from './membership-rows.ts';

interface DuesRow {
  readonly id: number;
  readonly gymId: number;
  readonly membershipId: number;
  readonly month: string;
  readonly kind: DuesEntryKind;
  readonly amount: number;
  readonly at: Date;
  readonly reason: string;
  readonly transferId: null;
  readonly draftId: null;
}

/** One in so many transfers fails. */
const failureShare = 23;
/** Minutes after midnight at which staff charge, and at which they import the results. */
const deskMinutes = 11 * 60;

/**
 * Creates the dues of this month and the two before it. The bank withdraws on the 27th. Members whose
 * transfer failed two months ago have paid at the desk since, and those of last month have not. The
 * demo member has paid everything.
 */
export function makeDuesRows(
  { memberships, terms }: Pick<MembershipRows, 'memberships' | 'terms'>,
  owner: string,
  today: string,
): DuesRow[] {
  const present = monthOf(today);
  const drafts: Omit<DuesRow, 'id' | 'transferId' | 'draftId'>[] = [];
  for (const { id: membershipId, gymId, sub } of memberships) {
    const own = terms.filter((term) => term.membershipId === membershipId);
    const isFailing = sub !== owner && membershipId % failureShare === 5;
    for (const month of [addMonths(present, -2), addMonths(present, -1), present]) {
      const plan = findPlanOfMonth(own, demoPlans, month);
      const due = plan?.per === 'month' ? dueOf(own, demoPlans, month) : 0;
      if (plan === null || due === 0) continue;
      const add = (kind: DuesEntryKind, amount: number, at: Date, reason: string) =>
        drafts.push({ gymId, membershipId, month, kind, amount, at, reason });
      const first = `${month}-01`;
      add('charge', due, toGymInstant(first, 0), plan.name);
      if (month === present) continue;
      const withdrawal = toGymInstant(addDays(first, 26), deskMinutes);
      if (!isFailing) add('payment', -due, withdrawal, '口座振替');
      else add('failed', 0, withdrawal, '資金不足');
      if (isFailing && month < addMonths(present, -1)) {
        add('payment', -due, toGymInstant(addDays(first, 26 + 4), deskMinutes), '受付で現金');
      }
    }
  }
  return drafts
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((draft, at) => ({ id: at + 1, ...draft, transferId: null, draftId: null }));
}

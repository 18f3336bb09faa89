import {
  chooseMembership,
  monthOf,
  type PlannedVisit,
  type MembershipTerms,
} from '@tanren/domain/memberships/memberships';
import { demoPlans } from './demo-plans.ts';
import type { MembershipRows } from './membership-rows.ts';

/** Finds the membership that covers a visit, by the same rule as for real members. */
export interface MembershipBook {
  /** Returns `null` when no membership allows the visit, or its monthly limit is reached. */
  find(sub: string, visit: PlannedVisit): number | null;
  /** Counts a visit of the month. A no-show counts like any other visit. */
  use(membershipId: number, visit: Pick<PlannedVisit, 'gymDay'>): void;
}

interface BookedMembership {
  readonly membershipId: number;
  readonly terms: MembershipTerms;
  readonly plans: typeof demoPlans;
  readonly visits: Record<string, { kept: number; noShows: number }>;
}

export function createMembershipBook({
  memberships,
  terms,
}: Pick<MembershipRows, 'memberships' | 'terms'>): MembershipBook {
  const bySub = new Map<string, BookedMembership[]>();
  const byId = new Map<number, BookedMembership>();
  for (const { id, sub } of memberships) {
    if (sub === null) continue;
    const own = terms.filter(({ membershipId }) => membershipId === id);
    const booked = { membershipId: id, terms: own, plans: demoPlans, visits: {} };
    byId.set(id, booked);
    bySub.set(sub, [...(bySub.get(sub) ?? []), booked]);
  }
  return {
    find(sub, visit) {
      const chosen = chooseMembership(bySub.get(sub) ?? [], visit);
      return 'refusal' in chosen ? null : chosen.membership.membershipId;
    },
    use(membershipId, { gymDay }) {
      const visits = byId.get(membershipId)?.visits ?? {};
      const month = monthOf(gymDay);
      visits[month] = { kept: (visits[month]?.kept ?? 0) + 1, noShows: 0 };
    },
  };
}

import {
  chooseMembership,
  monthOf,
  type PlannedVisit,
  type MembershipTerms,
} from '@tanren/domain/memberships/memberships';
import { demoPlans } from './demo-plans.ts';
import type { MembershipRows } from './membership-rows.ts';

/** By which membership a visit is made, as the rule says it to members. */
export interface MembershipBook {
  /** null: none allows it, or its month is used up. */
  find(sub: string, visit: PlannedVisit): number | null;
  /** Counts a visit of the month; one that nobody comes for counts like any other. */
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

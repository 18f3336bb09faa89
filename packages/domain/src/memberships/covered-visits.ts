import {
  chooseMembership,
  type HeldMembership,
  type MembershipRejection,
  monthOf,
  type PlannedVisit,
} from './memberships.ts';

/** Reserved visit with the membership that it was reserved with. */
export interface ReservedVisit extends PlannedVisit {
  /** `null` for a visit from before memberships existed. It counts for no membership. */
  readonly membershipId: number | null;
}

export interface CoveredVisit<V extends ReservedVisit> {
  readonly visit: V;
  /** Membership that covers the visit now. */
  readonly membershipId: number | null;
  /** Reason why no membership covers the visit any longer. `null` when one does. */
  readonly refusal: MembershipRejection | null;
}

/**
 * Decides which reserved visits are still covered after a change of memberships or plans. The
 * visits already counted in `memberships` must not include them. This function counts them,
 * earliest first, so a smaller limit leaves out the latest visits of a month. A visit stays with
 * its membership as long as that one covers it. Otherwise it may move to another membership of the
 * member.
 */
export function coverVisits<V extends ReservedVisit>(
  memberships: readonly HeldMembership[],
  visits: readonly V[],
): CoveredVisit<V>[] {
  let held = memberships;
  const inOrder = visits.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return inOrder.map((visit) => {
    const ignoreLimit = visit.membershipId === null;
    const own = held.filter(({ membershipId }) => membershipId === visit.membershipId);
    const byOwn = chooseMembership(own, visit, { ignoreLimit });
    const chosen = 'membership' in byOwn ? byOwn : chooseMembership(held, visit, { ignoreLimit });
    const { membershipId } = visit;
    if ('refusal' in chosen) return { visit, membershipId, refusal: chosen.refusal };
    if (ignoreLimit) return { visit, membershipId, refusal: null };
    held = held.map((one) => (one === chosen.membership ? addVisit(one, visit.gymDay) : one));
    return { visit, membershipId: chosen.membership.membershipId, refusal: null };
  });
}

function addVisit(membership: HeldMembership, gymDay: string): HeldMembership {
  const month = monthOf(gymDay);
  const { kept, noShows } = membership.visits[month] ?? { kept: 0, noShows: 0 };
  return { ...membership, visits: { ...membership.visits, [month]: { kept: kept + 1, noShows } } };
}

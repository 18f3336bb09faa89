import {
  chooseMembership,
  type HeldMembership,
  type MembershipRefusal,
  monthOf,
  type PlannedVisit,
} from './memberships.ts';

/** A visit that is reserved, and by which membership. */
export interface ReservedVisit extends PlannedVisit {
  /** null: from before there were memberships; such a visit counts for none. */
  readonly membershipId: number | null;
}

export interface CoveredVisit<V extends ReservedVisit> {
  readonly visit: V;
  /** By which the visit is made now. */
  readonly membershipId: number | null;
  /** Why no membership covers it any more; null: one does. */
  readonly refusal: MembershipRefusal | null;
}

/**
 * Looks after a change of memberships or plans which reserved visits are still covered. The visits
 * that the memberships have counted must not be among them: they are counted here, the earliest
 * first, so that the latest of a month are those that a smaller limit leaves out. A visit stays with
 * its membership as long as that one covers it, and may go over to another one of the member.
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

import {
  chooseMembership,
  type HeldMembership,
  membershipRejections,
  type PlannedVisit,
} from '#memberships/memberships.ts';
import type { SeatCount } from './reservations.ts';

/** Reasons against a visit without a reservation. Staff may still let the member in. */
export const walkInProblems = [...membershipRejections, 'slot_full'] as const;
export type WalkInProblem = (typeof walkInProblems)[number];

interface WalkInDecision {
  readonly missing: readonly WalkInProblem[];
  /** The membership that the visit counts for. `null` when the member has none for the gym. */
  readonly membershipId: number | null;
}

/** Checks a visit without a reservation like a booking of the slot. */
export function decideWalkIn(
  memberships: readonly HeldMembership[],
  visit: PlannedVisit,
  seats: Pick<SeatCount, 'capacity' | 'reserved'>,
): WalkInDecision {
  const full = seats.reserved < seats.capacity ? [] : (['slot_full'] as const);
  const chosen = chooseMembership(memberships, visit);
  if ('membership' in chosen) {
    return { missing: full, membershipId: chosen.membership.membershipId };
  }
  const nearest = memberships.find(
    ({ membershipId, plans }) =>
      membershipId !== null && plans.some((plan) => plan.allGyms || plan.gymId === visit.gymId),
  );
  return { missing: [chosen.refusal, ...full], membershipId: nearest?.membershipId ?? null };
}

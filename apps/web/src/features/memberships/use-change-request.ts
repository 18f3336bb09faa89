import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import {
  type Membership,
  type MyMemberships,
  requestMembershipChange,
} from '@tanren/contract/memberships/memberships';
import type { MembershipTerms } from '@tanren/domain/memberships/memberships';
import { useQuery } from '@tanstack/react-query';
import { listUncovered } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { myReservationsQuery } from '#entities/booking/reservations.queries.ts';
import { callApi } from '#lib/api.ts';
import type { ChangeRequest } from './change-words.ts';
import { useDraftId } from '#lib/use-draft-id.ts';
import { useMembershipCall } from './memberships.queries.ts';

/** Returns a function that sends a change request. The same request gets the same draft id. */
export function useChangeRequest({ membershipId }: Membership) {
  const draftIdOf = useDraftId();
  const { mutateAsync } = useMembershipCall(
    (body: ChangeRequest & { readonly draftId: string; readonly note: string }) =>
      callApi(requestMembershipChange, { params: { membershipId }, body }),
  );
  return (change: ChangeRequest & { readonly note: string }): Promise<MyMemberships> =>
    mutateAsync({ draftId: draftIdOf(change), ...change });
}

export interface PlannedChange {
  /** `null` when the change has no effect. */
  readonly terms: MembershipTerms | null;
  readonly plan?: SubscriptionPlan;
}

/**
 * Finds the member's reservations that the change would cancel. `lost` is `undefined` while they
 * load.
 */
export function useUncoveredReservations(
  membership: Membership,
  { terms, ...more }: PlannedChange,
) {
  const query = useQuery(myReservationsQuery);
  const { data: mine } = useQuery(myMembershipsQuery);
  if (terms === null) return { lost: [], query };
  const isKnown = query.data !== undefined && mine !== undefined;
  const lost = isKnown
    ? listUncovered(query.data, mine, { membership, terms, ...more })
    : undefined;
  return { lost, query };
}

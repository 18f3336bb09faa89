import type { SubscriptionPlan } from '@tanren/contract/gyms';
import {
  type Membership,
  type MyMemberships,
  requestMembershipChange,
} from '@tanren/contract/memberships';
import type { MembershipTerms } from '@tanren/domain/memberships';
import { useQuery } from '@tanstack/react-query';
import { countLost } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { myReservationsQuery } from '#entities/reservations/reservations.queries.ts';
import { callApi } from '#lib/api.ts';
import { useDraftId, useMembershipCall } from './memberships.queries.ts';

export interface ChangeRequest {
  readonly kind: 'plan' | 'pause' | 'resume' | 'end';
  readonly planId?: number;
  readonly months?: number;
}

/** Sends a wish to change a membership, the same one under the same name. */
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
  readonly terms: MembershipTerms;
  readonly plan?: SubscriptionPlan;
}

/** How many of one's reservations the change would cancel; undefined: not known yet, or not at all. */
export function useLostReservations(membership: Membership, change: PlannedChange) {
  const query = useQuery(myReservationsQuery);
  const { data: mine } = useQuery(myMembershipsQuery);
  const count =
    query.data === undefined || mine === undefined
      ? undefined
      : countLost(query.data, mine, { membership, ...change });
  return { count, query };
}

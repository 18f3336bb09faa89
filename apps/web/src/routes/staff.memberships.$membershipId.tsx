import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { StoredConfirmation } from '#entities/memberships/stored-confirmation.tsx';
import { MembershipDuesSection } from '#features/memberships/staff/dues/membership-dues.tsx';
import { MembershipActions } from '#features/memberships/staff/membership-actions.tsx';
import {
  MembershipFacts,
  MembershipHistory,
  MembershipTerms,
} from '#features/memberships/staff/membership-facts.tsx';
import { RequestList } from '#features/memberships/staff/request-list.tsx';
import { staffMembershipQuery } from '#features/memberships/staff/staff-memberships.queries.ts';
import { GonePage } from '#lib/page-state.tsx';
import { idParam } from '#lib/route-params.ts';
import { Stack } from '#ui/layout.tsx';
import { Page, SectionHeading } from '#ui/page.tsx';

export const Route = createFileRoute('/staff/memberships/$membershipId')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '会員契約の詳細',
    parent: '/staff/memberships',
    group: 'staff',
  },
  params: idParam('membershipId'),
  // Each view is logged, so hovering over the link must not request it.
  preload: false,
  loader: async ({ context: { queryClient }, params: { membershipId } }) => {
    if ((await queryClient.query(staffMembershipQuery(membershipId))) === null) throw notFound();
  },
  component: StaffMembershipPage,
});

function StaffMembershipPage() {
  const { membershipId } = Route.useParams();
  const { data: detail } = useSuspenseQuery(staffMembershipQuery(membershipId));
  if (detail === null) return <GonePage />;
  const { membership, requests, events } = detail;
  return (
    <Page title={membership.name} above={membership.nameKana} lead={membership.gymName}>
      {requests.length === 0 ? null : (
        <Stack as="section" gap={12} aria-labelledby="membership-requests">
          <SectionHeading id="membership-requests">お申し込み</SectionHeading>
          <RequestList requests={requests} />
        </Stack>
      )}
      <Stack from={768} gap={24} align="start">
        <Stack gap={24} align="start">
          <MembershipFacts membership={membership} />
          <MembershipTerms membership={membership} />
          {membership.confirmationId === undefined ? null : (
            <StoredConfirmation
              label="お申し込み時の確認内容"
              confirmationId={membership.confirmationId}
              audience="staff"
            />
          )}
        </Stack>
        <Stack gap={24} align="start">
          <MembershipActions membership={membership} />
          <MembershipDuesSection membershipId={membershipId} />
          <MembershipHistory events={events} />
        </Stack>
      </Stack>
    </Page>
  );
}

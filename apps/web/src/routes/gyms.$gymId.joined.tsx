import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { findOwnMembership } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { JoinedMembership } from '#features/memberships/joined-membership.tsx';
import { GonePage } from '#lib/page-state.tsx';
import { idParam, onlySearch, readNextSearch } from '#lib/route-params.ts';

export const Route = createFileRoute('/gyms/$gymId/joined')({
  staticData: {
    access: 'default',
    layout: 'moment',
    title: '入会の完了',
    parent: '/gyms/$gymId',
  },
  params: idParam('gymId'),
  validateSearch: onlySearch(readNextSearch),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(myMembershipsQuery);
  },
  component: JoinedPage,
});

/** Welcomes a member who has just joined the gym. */
function JoinedPage() {
  const { gymId } = Route.useParams();
  const { next } = Route.useSearch();
  const { data: mine } = useSuspenseQuery(myMembershipsQuery);
  const membership = findOwnMembership(mine, gymId);
  return membership === undefined ? (
    <GonePage />
  ) : (
    <JoinedMembership membership={membership} next={next} />
  );
}

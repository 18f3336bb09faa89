import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { dropTrainedDrafts } from '#features/session-editor/drafts.ts';
import { WithinLink } from '#features/trained-members/linked-member.tsx';
import { BesideOthers } from '#features/trained-members/member-column.tsx';
import { idParam } from '#lib/route-params.ts';

/** The frame of every page about a member; each of them asks whether the link is still there. */
export const Route = createFileRoute('/trainer/members/$memberId')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '担当会員',
    parent: '/trainer',
    group: 'trainer',
  },
  params: idParam('memberId'),
  component: MemberFrame,
});

function MemberFrame() {
  const { memberId } = Route.useParams();
  const router = useRouter();
  // Drafts, and what the router has kept of pages that were left, go with the link.
  const forget = useCallback(() => {
    dropTrainedDrafts(memberId);
    router.clearCache();
  }, [memberId, router]);
  return (
    <WithinLink memberId={memberId} onEnded={forget}>
      <BesideOthers>
        <Outlet />
      </BesideOthers>
    </WithinLink>
  );
}

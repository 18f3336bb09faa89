import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { deleteTrainedDrafts } from '#features/menus/editor/drafts.ts';
import { WithinLink } from '#features/trainers/trained-members/linked-member.tsx';
import { MemberCard, sortByAttention } from '#features/trainers/trained-members/member-card.tsx';
import classes from '#features/trainers/trained-members/trained-members.module.css';
import { trainedMembersQuery } from '#features/trainers/trained-members/trained-members.queries.ts';
import { idParam } from '#lib/route-params.ts';
import { serverNow } from '#lib/server-time.ts';
import { useMediaQuery } from '#ui/device.ts';
import { Stack } from '#ui/layout.tsx';

/** The frame of every page about a member. Each page checks whether the link still exists. */
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
  // Drafts and the router's cached pages are deleted when the link ends.
  const clear = useCallback(() => {
    deleteTrainedDrafts(memberId);
    router.clearCache();
  }, [memberId, router]);
  return (
    <WithinLink memberId={memberId} onEnded={clear}>
      <BesideOthers>
        <Outlet />
      </BesideOthers>
    </WithinLink>
  );
}

/** Shows the other members beside the open one on a desktop, in the order of the list. */
function BesideOthers({ children }: { readonly children: ReactNode }) {
  const hasRoom = useMediaQuery('(min-width: 1024px)');
  if (!hasRoom) return children;
  return (
    <Stack gap={32} align="start" className={classes.split}>
      <MemberColumn />
      <div>{children}</div>
    </Stack>
  );
}

/**
 * Lists the members. The page works without it, so its place stays empty when it cannot be loaded.
 */
function MemberColumn() {
  const { data: members = [] } = useQuery({
    ...trainedMembersQuery,
    meta: { errorShownByPage: true },
  });
  const [now] = useState(() => new Date(serverNow()));
  return (
    <nav aria-label="担当会員">
      <Stack as="ul" card className={classes.column}>
        {sortByAttention(members, now).map((noted) => (
          <li key={noted.member.memberId}>
            <MemberCard {...noted} short />
          </li>
        ))}
      </Stack>
    </nav>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { memberParam } from '#lib/route-params.ts';

export const Route = createFileRoute('/staff/members/$member/')({
  staticData: { access: 'default', layout: 'auth', title: '会員', group: 'staff' },
  params: memberParam,
  // Each look at a member is written down: not for a finger that only passes over the link.
  preload: false,
  loader: async ({ context: { queryClient }, params: { member } }) => {
    const { loadStaffMember } = await loadPart(() => import('./-staff-member-data.ts'));
    await loadStaffMember(queryClient, member);
  },
  component: lazyScreen(
    () => import('#features/staff-members/staff-member-screen.tsx'),
    'StaffMemberScreen',
  ),
});

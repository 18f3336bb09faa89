import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/staff/members/')({
  staticData: { access: 'default', layout: 'auth', title: '会員検索', group: 'staff' },
  component: lazyScreen(
    () => import('#features/staff-members/staff-members-screen.tsx'),
    'StaffMembersScreen',
  ),
});

import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/staff/')({
  staticData: { access: 'default', layout: 'auth', title: 'スタッフ', group: 'staff' },
  component: lazyScreen(() => import('#features/staff/staff-screen.tsx'), 'StaffScreen'),
});

import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

export const Route = createFileRoute('/staff/machines/')({
  staticData: { access: 'default', layout: 'auth', title: 'マシン', group: 'staff' },
  loader: async ({ context: { queryClient } }) => {
    const { staffMachinesQuery } = await loadPart(
      () => import('#entities/machines/machines.queries.ts'),
    );
    await queryClient.query(staffMachinesQuery);
  },
  component: lazyScreen(
    () => import('#features/staff-machines/staff-machines-screen.tsx'),
    'StaffMachinesScreen',
  ),
});

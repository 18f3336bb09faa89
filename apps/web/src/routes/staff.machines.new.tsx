import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

export const Route = createFileRoute('/staff/machines/new')({
  staticData: { access: 'default', layout: 'auth', title: 'マシンを追加', group: 'staff' },
  loader: async ({ context: { queryClient } }) => {
    const { gymsQuery } = await loadPart(() => import('#entities/gyms/gyms.queries.ts'));
    await queryClient.query(gymsQuery);
  },
  component: lazyScreen(
    () => import('#features/staff-machines/new-machine-screen.tsx'),
    'NewMachineScreen',
  ),
});

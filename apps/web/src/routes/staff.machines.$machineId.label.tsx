import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';

export const Route = createFileRoute('/staff/machines/$machineId/label')({
  staticData: { access: 'default', layout: 'auth', title: 'ラベルを印刷', group: 'staff' },
  params: idParam('machineId'),
  loader: async ({ context: { queryClient }, params: { machineId } }) => {
    const { loadMachineLabel } = await loadPart(() => import('./-staff-machine-data.ts'));
    await loadMachineLabel(queryClient, machineId);
  },
  component: lazyScreen(
    () => import('#features/staff-machines/machine-label-screen.tsx'),
    'MachineLabelScreen',
  ),
});

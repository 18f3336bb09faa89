import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

export const Route = createFileRoute('/settings/devices')({
  staticData: { access: 'default', layout: 'auth', title: 'ログイン中の端末' },
  loader: async ({ context: { queryClient } }) => {
    const { devicesQuery, eventsQuery } = await loadPart(
      () => import('#features/devices/devices.queries.ts'),
    );
    await Promise.all([queryClient.query(devicesQuery), queryClient.infiniteQuery(eventsQuery)]);
  },
  component: lazyScreen(() => import('#features/devices/devices-screen.tsx'), 'DevicesScreen'),
});

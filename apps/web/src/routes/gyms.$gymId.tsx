import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';

export const Route = createFileRoute('/gyms/$gymId')({
  staticData: { access: 'default', layout: 'auth', title: 'ジム' },
  params: idParam('gymId'),
  loader: async ({ context: { queryClient }, params: { gymId }, preload }) => {
    const { loadDoor, loadGym } = await loadPart(() => import('./-gym-data.ts'));
    // Each question to a door is written down: not for a finger that only passes over the link.
    await Promise.all([
      loadGym(queryClient, gymId),
      preload ? undefined : loadDoor(queryClient, gymId),
    ]);
  },
  component: lazyScreen(() => import('./-gym-page.tsx'), 'GymPage'),
});

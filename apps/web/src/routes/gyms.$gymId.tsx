import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';

export const Route = createFileRoute('/gyms/$gymId')({
  staticData: { access: 'default', layout: 'auth', title: 'ジム' },
  params: idParam('gymId'),
  // Each question to a door is written down: not for a finger that only passes over the link.
  preload: false,
  loader: async ({ context: { queryClient }, params: { gymId } }) => {
    const { loadDoor, loadGym } = await loadPart(() => import('./-gym-data.ts'));
    await Promise.all([loadGym(queryClient, gymId), loadDoor(queryClient, gymId)]);
  },
  component: lazyScreen(() => import('./-gym-page.tsx'), 'GymPage'),
});

import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

export const Route = createFileRoute('/training-status')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニング状況' },
  loader: async ({ context: { queryClient } }) => {
    const { loadTrainingStatus } = await loadPart(() => import('./-training-status-data.ts'));
    await loadTrainingStatus(queryClient);
  },
  component: lazyScreen(
    () => import('#features/training-status/training-status-screen.tsx'),
    'TrainingStatusScreen',
  ),
});

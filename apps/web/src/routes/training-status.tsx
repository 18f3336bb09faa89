import { createFileRoute } from '@tanstack/react-router';
import { trainingStatusQuery } from '#features/training-status/training-status.queries.ts';
import { lazyScreen } from '#lib/chunks.ts';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';

export const Route = createFileRoute('/training-status')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニング状況' },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.query(trainingStatusQuery),
      queryClient.query(workoutLoadsQuery),
    ]);
  },
  component: lazyScreen(
    () => import('#features/training-status/training-status-screen.tsx'),
    'TrainingStatusScreen',
  ),
});

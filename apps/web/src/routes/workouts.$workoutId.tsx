import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';

export const Route = createFileRoute('/workouts/$workoutId')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニングの詳細' },
  params: idParam('workoutId'),
  loader: async ({ context, params: { workoutId } }) => {
    const { workoutQuery } = await loadPart(() => import('#features/workouts/workouts.queries.ts'));
    if ((await context.queryClient.query(workoutQuery(workoutId))) === null) throw notFound();
  },
  component: lazyScreen(() => import('#features/workouts/workout-screen.tsx'), 'WorkoutScreen'),
});

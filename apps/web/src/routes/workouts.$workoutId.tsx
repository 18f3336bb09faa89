import { createFileRoute, notFound } from '@tanstack/react-router';
import { workoutQuery } from '#features/workouts/workouts.queries.ts';
import { lazyScreen } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';

export const Route = createFileRoute('/workouts/$workoutId')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニングの詳細' },
  params: idParam('workoutId'),
  loader: async ({ context, params: { workoutId } }) => {
    if ((await context.queryClient.query(workoutQuery(workoutId))) === null) throw notFound();
  },
  component: lazyScreen(() => import('#features/workouts/workout-screen.tsx'), 'WorkoutScreen'),
});

import { createFileRoute, notFound } from '@tanstack/react-router';
import { readWorkoutTypeSearch } from '#lib/route-params.ts';
import { hasWorkouted, workoutTypesQuery } from '#lib/workout-types.ts';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/workouts/')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニング履歴' },
  validateSearch: readWorkoutTypeSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps: { workoutType } }) => {
    if (workoutType === undefined) return;
    const types = await context.queryClient.query(workoutTypesQuery);
    if (!hasWorkouted(types, workoutType)) throw notFound();
  },
  component: () => <ComingSoon title="トレーニング履歴" />,
});

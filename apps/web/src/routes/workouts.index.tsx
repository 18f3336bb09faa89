import { createFileRoute, notFound } from '@tanstack/react-router';
import { workoutsQuery } from '#features/workouts/workouts.queries.ts';
import { lazyScreen } from '#lib/chunks.ts';
import { readWorkoutTypeSearch } from '#lib/route-params.ts';
import { hasWorkouted, workoutTypesQuery } from '#lib/workout-types.ts';

export const Route = createFileRoute('/workouts/')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニング履歴' },
  validateSearch: readWorkoutTypeSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { workoutType } }) => {
    // Whoever comes back finds the list as it was; what is new is fetched behind.
    const load = (type: number | null) =>
      queryClient.infiniteQuery({ ...workoutsQuery(type), staleTime: 'static' });
    if (workoutType === undefined) {
      await Promise.all([queryClient.query(workoutTypesQuery), load(null)]);
      return { workoutType: null };
    }
    if (!hasWorkouted(await queryClient.query(workoutTypesQuery), workoutType)) throw notFound();
    await load(Number(workoutType));
    return { workoutType: Number(workoutType) };
  },
  component: lazyScreen(() => import('#features/workouts/workouts-screen.tsx'), 'WorkoutsScreen'),
});

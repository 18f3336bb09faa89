import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch, readWorkoutTypeSearch } from '#lib/route-params.ts';

const validateSearch = onlySearch(readWorkoutTypeSearch);

export const Route = createFileRoute('/workouts/')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニング履歴' },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { workoutType } }) => {
    const { loadWorkouts } = await loadPart(() => import('./-workouts-data.ts'));
    return loadWorkouts(queryClient, workoutType);
  },
  component: lazyScreen(() => import('#features/workouts/workouts-screen.tsx'), 'WorkoutsScreen'),
});

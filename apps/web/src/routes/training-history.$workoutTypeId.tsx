import { createFileRoute } from '@tanstack/react-router';
import { defaultPeriod, readPeriodSearch } from '#features/training-history/history-period.ts';
import { workoutHistoryQuery } from '#features/training-history/training-history.queries.ts';
import { lazyScreen } from '#lib/chunks.ts';
import { workoutTypeIdParam } from '#lib/route-params.ts';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';

export const Route = createFileRoute('/training-history/$workoutTypeId')({
  staticData: { access: 'default', layout: 'auth', title: '種目別の履歴' },
  params: workoutTypeIdParam,
  validateSearch: readPeriodSearch,
  loaderDeps: ({ search: { period = defaultPeriod } }) => ({ period }),
  loader: async ({ context: { queryClient }, params: { workoutTypeId }, deps: { period } }) => {
    await Promise.all([
      queryClient.query(workoutHistoryQuery(workoutTypeId, period)),
      queryClient.query(workoutLoadsQuery),
    ]);
  },
  component: lazyScreen(
    () => import('#features/training-history/training-history-screen.tsx'),
    'TrainingHistoryScreen',
  ),
});

import { createFileRoute } from '@tanstack/react-router';
import { defaultPeriod, readPeriodSearch } from '#features/training-history/history-period.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch, workoutTypeIdParam } from '#lib/route-params.ts';

const validateSearch = onlySearch(readPeriodSearch);

export const Route = createFileRoute('/training-history/$workoutTypeId')({
  staticData: { access: 'default', layout: 'auth', title: '種目別の履歴' },
  params: workoutTypeIdParam,
  validateSearch,
  loaderDeps: ({ search: { period = defaultPeriod } }) => ({ period }),
  loader: async ({ context: { queryClient }, params: { workoutTypeId }, deps: { period } }) => {
    const { loadTrainingHistory } = await loadPart(() => import('./-training-history-data.ts'));
    await loadTrainingHistory(queryClient, workoutTypeId, period);
  },
  component: lazyScreen(
    () => import('#features/training-history/training-history-screen.tsx'),
    'TrainingHistoryScreen',
  ),
});

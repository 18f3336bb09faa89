import type { HistoryPeriod } from '@tanren/contract/workout-history';
import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { workoutTypeIdParam } from '#lib/route-params.ts';
import { importTrainerPages } from './-trainer-parts.ts';

export const Route = createFileRoute('/trainer/members/$memberId/training-history/$workoutTypeId')({
  staticData: { access: 'default', layout: 'auth', title: '会員の種目別の履歴', group: 'trainer' },
  params: workoutTypeIdParam,
  validateSearch: (search: Record<string, unknown>) => search as { period?: HistoryPeriod },
  loaderDeps: ({ search }) => search,
  preload: false,
  loader: {
    handler: async ({ context: { queryClient }, params: { memberId, workoutTypeId }, deps }) => {
      const { loadMemberHistory } = await loadPart(importTrainerPages);
      return loadMemberHistory(queryClient, memberId, workoutTypeId, { ...deps });
    },
    staleReloadMode: 'blocking',
  },
  component: lazyScreen(importTrainerPages, 'MemberHistoryPage'),
});

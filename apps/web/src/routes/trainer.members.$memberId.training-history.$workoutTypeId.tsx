import { createFileRoute } from '@tanstack/react-router';
import { readPeriodSearch } from '#features/training-history/history-period.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch, workoutTypeIdParam } from '#lib/route-params.ts';
import { importTrainerPages } from './-trainer-parts.ts';

const validateSearch = onlySearch(readPeriodSearch);

export const Route = createFileRoute('/trainer/members/$memberId/training-history/$workoutTypeId')({
  staticData: { access: 'default', layout: 'auth', title: '会員の種目別の履歴', group: 'trainer' },
  params: workoutTypeIdParam,
  validateSearch,
  loaderDeps: ({ search }) => search,
  preload: false,
  loader: async ({ context: { queryClient }, params: { memberId, workoutTypeId }, deps }) => {
    const { loadMemberHistory } = await loadPart(importTrainerPages);
    return loadMemberHistory(queryClient, memberId, workoutTypeId, { ...deps });
  },
  gcTime: 0,
  component: lazyScreen(importTrainerPages, 'MemberHistoryPage'),
});

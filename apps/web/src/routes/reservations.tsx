import { createFileRoute } from '@tanstack/react-router';
import { readReservationsSearch } from '#features/reservations/reservations-search.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch } from '#lib/route-params.ts';

const importPage = () => import('./-reservations-page.tsx');

const validateSearch = onlySearch(readReservationsSearch);

export const Route = createFileRoute('/reservations')({
  staticData: { access: 'default', layout: 'auth', title: '予約' },
  validateSearch,
  // Places change by the second: nothing is asked for a finger that only passes over the link.
  preload: false,
  loaderDeps: ({ search: { gym, trainingSessionId } }) => ({ gym, trainingSessionId }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { loadReservations } = await loadPart(importPage);
    return { gymId: await loadReservations(queryClient, { ...deps }) };
  },
  component: lazyScreen(importPage, 'ReservationsPage'),
});

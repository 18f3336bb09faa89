import { createFileRoute } from '@tanstack/react-router';
import type { ReservationsSearch } from '#features/reservations/reservations-search.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

const importPage = () => import('./-reservations-page.tsx');

export const Route = createFileRoute('/reservations')({
  staticData: { access: 'default', layout: 'auth', title: '予約' },
  // Checked where it is used, by code that the sign-in page does without.
  validateSearch: (search: Record<string, unknown>) => search as ReservationsSearch,
  // Places change by the second: nothing is asked for a finger that only passes over the link.
  preload: false,
  loaderDeps: ({ search: { gym, trainingSessionId } }) => ({ gym, trainingSessionId }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { loadReservations } = await loadPart(importPage);
    return { gymId: await loadReservations(queryClient, { ...deps }) };
  },
  component: lazyScreen(importPage, 'ReservationsPage'),
});

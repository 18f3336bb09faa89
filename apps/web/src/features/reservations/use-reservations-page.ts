import { getRouteApi } from '@tanstack/react-router';
import {
  dropWishes,
  keepGym,
  readReservationsSearch,
  type ReservationsSearch,
} from './reservations-search.ts';

const route = getRouteApi('/reservations');

/** What the address says, and ways to change it that leave no trail of every tapped day. */
export function useReservationsPage() {
  const search = readReservationsSearch({ ...route.useSearch() });
  const { gymId } = route.useLoaderData();
  const navigate = route.useNavigate();
  // From what the address says by now: the page may still show the gym before, while the next loads.
  const change = (edit: (latest: ReservationsSearch) => ReservationsSearch) =>
    void navigate({
      search: (latest) => edit(readReservationsSearch({ ...latest })),
      replace: true,
      resetScroll: false,
    });
  return {
    search,
    /** null: there is no gym at all. */
    gymId,
    chooseGym: (gym: number) => {
      keepGym(gym);
      change((latest) => ({ ...latest, gym }));
    },
    chooseDate: (date: string) => {
      change((latest) => ({ ...dropWishes(latest, 'view'), date }));
    },
    removeSession: () => {
      change((latest) => dropWishes(latest, 'trainingSessionId'));
    },
    endMove: () => {
      change((latest) => dropWishes(latest, 'move'));
    },
  };
}

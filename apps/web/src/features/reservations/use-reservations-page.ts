import { getRouteApi } from '@tanstack/react-router';
import { keepGym } from './kept-gym.ts';
import {
  dropWishes,
  readReservationsSearch,
  type ReservationsSearch,
} from './reservations-search.ts';

const route = getRouteApi('/reservations');

/** What the address says, and ways to change it that leave no trail of every tapped day. */
export function useReservationsPage() {
  const search = readReservationsSearch({ ...route.useSearch() });
  const { gymId } = route.useLoaderData();
  const navigate = route.useNavigate();
  const change = (next: ReservationsSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false });
  return {
    search,
    /** null: there is no gym at all. */
    gymId,
    chooseGym: (gym: number) => {
      keepGym(gym);
      change({ ...search, gym });
    },
    chooseDate: (date: string) => {
      change({ ...dropWishes(search, 'view'), date });
    },
    removeSession: () => {
      change(dropWishes(search, 'trainingSessionId'));
    },
    endMove: () => {
      change(dropWishes(search, 'move'));
    },
  };
}

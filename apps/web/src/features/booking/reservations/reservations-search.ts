import { isGymDay } from '@tanren/domain/gyms/gym-time';
import { parseLongId, parseRouteId } from '@tanren/domain/identity/route-paths';

/** Search parameters of the reservations page. An absent parameter means its default. */
export interface ReservationsSearch {
  readonly gym?: number;
  /** Gym day whose slots are shown. */
  readonly date?: string;
  /** A phone shows either the slots or, with `mine`, the member's own reservations. */
  readonly view?: 'mine';
  /** Menu that new reservations are for. */
  readonly trainingSessionId?: number;
  /** Reservation that is being moved to another slot. */
  readonly move?: number;
}

function readId(value: unknown): number | null {
  return parseRouteId(String(value));
}

export function readReservationsSearch(search: Record<string, unknown>): ReservationsSearch {
  const { date, view } = search;
  const gym = readId(search['gym']);
  const trainingSessionId = readId(search['trainingSessionId']);
  const move = parseLongId(String(search['move']));
  return {
    ...(gym === null ? {} : { gym }),
    ...(typeof date === 'string' && isGymDay(date) ? { date } : {}),
    ...(view === 'mine' ? { view } : {}),
    ...(trainingSessionId === null ? {} : { trainingSessionId }),
    ...(move === null ? {} : { move }),
  };
}

/** Returns the search parameters without the given ones. */
export function omitSearch(
  search: ReservationsSearch,
  ...names: readonly (keyof ReservationsSearch)[]
): ReservationsSearch {
  const rest = Object.entries(search).filter(([name]) => !names.some((gone) => gone === name));
  return Object.fromEntries(rest);
}

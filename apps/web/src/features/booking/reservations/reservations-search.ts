import { isGymDay } from '@tanren/domain/gyms/gym-time';
import { parseRouteId } from '@tanren/domain/identity/route-paths';

/** What of the address comes after the question mark; what is absent is the usual. */
export interface ReservationsSearch {
  readonly gym?: number;
  /** The gym day whose slots are shown. */
  readonly date?: string;
  /** On a phone slots and own reservations take turns. */
  readonly view?: 'mine';
  /** The session that new reservations are for. */
  readonly trainingSessionId?: number;
  /** The reservation that another slot is picked for. */
  readonly move?: number;
}

function readId(value: unknown): number | null {
  return parseRouteId(String(value));
}

export function readReservationsSearch(search: Record<string, unknown>): ReservationsSearch {
  const { date, view } = search;
  const gym = readId(search['gym']);
  const trainingSessionId = readId(search['trainingSessionId']);
  const move = readId(search['move']);
  return {
    ...(gym === null ? {} : { gym }),
    ...(typeof date === 'string' && isGymDay(date) ? { date } : {}),
    ...(view === 'mine' ? { view } : {}),
    ...(trainingSessionId === null ? {} : { trainingSessionId }),
    ...(move === null ? {} : { move }),
  };
}

/** The same without some of its parameters. */
export function omitSearch(
  search: ReservationsSearch,
  ...names: readonly (keyof ReservationsSearch)[]
): ReservationsSearch {
  const rest = Object.entries(search).filter(([name]) => !names.some((gone) => gone === name));
  return Object.fromEntries(rest);
}

import { isGymDay } from '@tanren/domain/gym-time';
import { parseRouteId } from '@tanren/domain/route-paths';

const key = 'tanren:reservation-gym';

/** The gym that was chosen last on this phone. Storage may be forbidden: then there is none. */
export function readKeptGym(): number | null {
  try {
    return Number(localStorage.getItem(key)) || null;
  } catch {
    return null;
  }
}

export function keepGym(gymId: number): void {
  try {
    localStorage.setItem(key, String(gymId));
  } catch {
    // The address remembers it as well.
  }
}

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

/** The same without some of its wishes. */
export function dropWishes(
  search: ReservationsSearch,
  ...names: readonly (keyof ReservationsSearch)[]
): ReservationsSearch {
  const kept = Object.entries(search).filter(
    ([name]) => !names.some((dropped) => dropped === name),
  );
  return Object.fromEntries(kept);
}

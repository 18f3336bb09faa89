import { parseRouteId } from '@tanren/domain/route-paths';

// Apart from `work-gym.tsx`: every visitor's first files read addresses, and nothing else of it.

/** The gym whose desk a page is about, by the address. */
export interface WorkGymSearch {
  readonly gym?: number;
}

export function readWorkGymSearch({ gym }: Record<string, unknown>): WorkGymSearch {
  const id = parseRouteId(String(gym));
  return id === null ? {} : { gym: id };
}

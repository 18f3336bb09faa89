import { parseRouteId } from '@tanren/domain/route-paths';

// Apart from `work-gym.tsx`: the router reads addresses, so this comes with every visitor's first files.

/** The gym whose desk a page is about, by the address. */
export interface WorkGymSearch {
  readonly gym?: number;
}

export function readWorkGymSearch({ gym }: Record<string, unknown>): WorkGymSearch {
  const id = parseRouteId(String(gym));
  return id === null ? {} : { gym: id };
}

import { parseRouteId } from '@tanren/domain/identity/route-paths';

// This file is separate from `work-gym.tsx` because every visitor loads the router with it first.

/** The search parameters that name the gym whose front desk a staff page is about. */
export interface WorkGymSearch {
  readonly gym?: number;
}

export function readWorkGymSearch({ gym }: Record<string, unknown>): WorkGymSearch {
  const id = parseRouteId(String(gym));
  return id === null ? {} : { gym: id };
}

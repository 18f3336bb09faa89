import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { doorQuery } from '#features/door/use-door.ts';
import { crowdQuery, plansQuery } from '#features/gyms/gyms.queries.ts';
import { isApiError } from '#lib/errors.ts';
import { gymHoursQuery, gymQuery } from '#entities/gyms/gyms.queries.ts';

/** Door and crowd tell for themselves when they cannot be asked: they keep nobody from the rest. */
export async function loadDoor(queryClient: QueryClient, gymId: number): Promise<void> {
  await queryClient.query(doorQuery(gymId)).catch(() => {});
}

export async function loadGym(queryClient: QueryClient, gymId: number): Promise<void> {
  // Whatever fails is told by the page that stands in for this one.
  const toldByPage = { meta: { toldByPage: true } };
  try {
    await Promise.all([
      queryClient.query({ ...gymQuery(gymId), ...toldByPage }),
      queryClient.query({ ...gymHoursQuery(gymId), ...toldByPage }),
      queryClient.query({ ...plansQuery(gymId), ...toldByPage }),
      queryClient.query(crowdQuery(gymId)).catch(() => {}),
    ]);
  } catch (error) {
    // No gym has a number that the call refuses.
    throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
  }
}

import { getGymCrowd } from '@tanren/contract/gyms/gym-crowd';
import { getBusinessHours } from '@tanren/contract/gyms/gyms';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

const rarelyChanging = { staleTime: 5 * 60_000 } as const;

export function businessHoursQuery(gymId: number, gymDay: string) {
  const [year = 0, month = 0, day = 0] = gymDay.split('-').map(Number);
  return queryOptions({
    queryKey: ['gyms', 'business-hours', gymId, gymDay],
    queryFn: ({ signal }) =>
      callApi(getBusinessHours, { params: { gymId, year, month, day } }, signal),
    ...rarelyChanging,
  });
}

/** Reads how full the gym is, every 15 seconds while the page is visible. */
export function crowdQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gym-crowd', gymId],
    queryFn: ({ signal }) => callApi(getGymCrowd, { params: { gymId } }, signal),
    meta: { errorShownByPage: true },
    staleTime: 5_000,
    refetchInterval: 15_000,
    refetchOnReconnect: true,
  });
}

import { getStaffGym, type StaffGym } from '@tanren/contract/staff-gyms';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { trainingReservationsKey } from '#lib/next-reservation.ts';

export function staffGymQuery(gymId: number) {
  return queryOptions({
    queryKey: ['staff', 'gyms', gymId],
    queryFn: ({ signal }) => callApi(getStaffGym, { params: { gymId } }, signal),
    // Colleagues change it too; the loader has just asked.
    staleTime: 3_000,
  });
}

/** As it is at this moment, for the whole page. */
export async function readLatestGym(queryClient: QueryClient, gymId: number): Promise<StaffGym> {
  const gym = await callApi(getStaffGym, { params: { gymId } });
  queryClient.setQueryData(staffGymQuery(gymId).queryKey, gym);
  return gym;
}

/** The answer of a change is the gym as it is now; what members see of it is asked anew. */
export async function keepChangedGym(queryClient: QueryClient, gym: StaffGym): Promise<void> {
  queryClient.setQueryData(staffGymQuery(gym.id).queryKey, gym);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['gyms'] }),
    queryClient.invalidateQueries({ queryKey: [trainingReservationsKey] }),
  ]);
}

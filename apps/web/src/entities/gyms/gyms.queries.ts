import {
  getGym,
  getWeeklyHours,
  listGyms,
  listSubscriptionPlans,
} from '@tanren/contract/gyms/gyms';
import { getLegalNotice } from '@tanren/contract/gyms/legal-notice';
import { getStaffGym } from '@tanren/contract/gyms/staff-gyms';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

/** Gyms and their hours change once a week at most, so an answer stays fresh for five minutes. */
const rarelyChanging = { staleTime: 5 * 60_000 } as const;

export const gymsQuery = queryOptions({
  queryKey: ['gyms', 'all'],
  queryFn: ({ signal }) => callApi(listGyms, {}, signal),
  ...rarelyChanging,
});

export function gymQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gyms', 'one', gymId],
    queryFn: ({ signal }) => callApi(getGym, { params: { gymId } }, signal),
    ...rarelyChanging,
  });
}

export function gymHoursQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gyms', 'hours', gymId],
    queryFn: ({ signal }) => callApi(getWeeklyHours, { params: { gymId } }, signal),
    ...rarelyChanging,
  });
}

/** Fetches the 特定商取引法に基づく表記. Staff read it again before they edit it. */
export function legalNoticeQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gyms', 'legal-notice', gymId],
    queryFn: ({ signal }) => callApi(getLegalNotice, { params: { gymId } }, signal),
    staleTime: 3_000,
  });
}

/** Fetches the gym as staff see it, including all of its plans. */
export function staffGymQuery(gymId: number) {
  return queryOptions({
    queryKey: ['staff', 'gyms', gymId],
    queryFn: ({ signal }) => callApi(getStaffGym, { params: { gymId } }, signal),
    // Other staff change the gym too. Three seconds only avoid a second request after the loader.
    staleTime: 3_000,
  });
}

export function plansQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gyms', 'plans', gymId],
    queryFn: ({ signal }) => callApi(listSubscriptionPlans, { params: { gymId } }, signal),
    ...rarelyChanging,
  });
}

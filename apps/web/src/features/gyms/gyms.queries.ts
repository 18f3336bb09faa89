import { getGymCrowd } from '@tanren/contract/gym-crowd';
import { type BusinessHours, getBusinessHours, listSubscriptionPlans } from '@tanren/contract/gyms';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

export interface OpeningState {
  readonly isOpen: boolean;
  /** When that changes, as far as today tells; null: not today. */
  readonly changesAt: string | null;
  /** Of the day that is shown: after midnight a long day goes on until it closes. */
  readonly hours: BusinessHours;
}

/** A day may last past midnight, so the day before counts until it is over. */
export function findOpeningState(
  yesterday: BusinessHours,
  today: BusinessHours,
  now: number,
): OpeningState {
  const running = [yesterday, today].find((hours) => isOpenAt(hours, now));
  if (running) return { isOpen: true, changesAt: running.closes, hours: running };
  const opensLater = today.opens !== null && now < Date.parse(today.opens);
  return { isOpen: false, changesAt: opensLater ? today.opens : null, hours: today };
}

function isOpenAt({ opens, closes }: BusinessHours, now: number): boolean {
  return opens !== null && closes !== null && Date.parse(opens) <= now && now < Date.parse(closes);
}

const settled = { staleTime: 5 * 60_000 } as const;

export function businessHoursQuery(gymId: number, gymDay: string) {
  const [year = 0, month = 0, day = 0] = gymDay.split('-').map(Number);
  return queryOptions({
    queryKey: ['gyms', 'business-hours', gymId, gymDay],
    queryFn: ({ signal }) =>
      callApi(getBusinessHours, { params: { gymId, year, month, day } }, signal),
    ...settled,
  });
}

export function plansQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gyms', 'plans', gymId],
    queryFn: ({ signal }) => callApi(listSubscriptionPlans, { params: { gymId } }, signal),
    ...settled,
  });
}

/** People come and go: asked this often, while somebody looks. */
export function crowdQuery(gymId: number) {
  return queryOptions({
    queryKey: ['gym-crowd', gymId],
    queryFn: ({ signal }) => callApi(getGymCrowd, { params: { gymId } }, signal),
    meta: { toldByPage: true },
    staleTime: 5_000,
    refetchInterval: 15_000,
    refetchOnReconnect: true,
  });
}

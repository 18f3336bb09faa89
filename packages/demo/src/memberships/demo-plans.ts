import type { PlanRights } from '@tanren/domain/memberships/memberships';
import plans from './plans.json';

interface DemoPlan extends PlanRights {
  readonly name: string;
  readonly price: number;
  readonly per: 'month' | 'visit';
  readonly description: string;
}

/** Ids of the plans that the demo world refers to by name. */
export const planIds = {
  fullTime: 1,
  allGyms: 2,
  morning: 3,
  daytime: 4,
  night: 5,
  eightVisits: 6,
  fourVisits: 7,
  singleVisits: 8,
  regular: 9,
  secondDaytime: 10,
  secondEightVisits: 11,
  secondSingleVisits: 12,
} as const;

const usual = {
  per: 'month',
  allGyms: false,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  fromMinute: 0,
  untilMinute: 48 * 60,
  visitsPerMonth: null,
  countsNoShows: true,
};

/** The plans in the order in which they are shown. The data file has what differs from `usual`. */
export const demoPlans = plans.map((plan) => ({ ...usual, ...plan })) as readonly DemoPlan[];

export function findDemoPlan(planId: number): DemoPlan {
  const plan = demoPlans.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(`there is no plan ${planId}`);
  return plan;
}

import type { PlanRights } from '#memberships/memberships.ts';

/** A plan that allows every visit to the first gym. */
export const unlimitedPlan: PlanRights = {
  id: 1,
  gymId: 1,
  allGyms: false,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  fromMinute: 0,
  untilMinute: 2880,
  visitsPerMonth: null,
  countsNoShows: true,
};

import { expect, test } from 'vitest';
import type { HeldMembership, MembershipTerm, PlanRights } from '#memberships/memberships.ts';
import { unlimitedPlan } from '#testing/plans.ts';
import { decideWalkIn } from './walk-ins.ts';

function hold(
  membershipId: number | null,
  rights: Partial<PlanRights> = {},
  term: Partial<MembershipTerm> = {},
): HeldMembership {
  const terms = [{ fromDay: '2026-01-01', lastDay: null, planId: 1, paused: false, ...term }];
  return {
    membershipId,
    terms: membershipId === null ? [] : terms,
    plans: [{ ...unlimitedPlan, ...rights }],
    visits: { '2026-04': { kept: 4, noShows: 0 } },
  };
}

const visit = {
  gymId: 1,
  gymDay: '2026-04-01',
  startsAt: new Date('2026-04-01T13:00:00+09:00'),
  endsAt: new Date('2026-04-01T14:00:00+09:00'),
};
const free = { capacity: 2, reserved: 1 };

test('misses nothing with a membership and a free seat', () => {
  expect(decideWalkIn([hold(7)], visit, free)).toEqual({ missing: [], membershipId: 7 });
});

test('a full slot misses a seat', () => {
  const full = { capacity: 2, reserved: 2 };
  expect(decideWalkIn([hold(7)], visit, full)).toEqual({ missing: ['slot_full'], membershipId: 7 });
  expect(decideWalkIn([], visit, full).missing).toEqual(['no_membership', 'slot_full']);
});

test.each([
  ['monthly_limit', hold(7, { visitsPerMonth: 4 }), 7],
  ['outside_plan_hours', hold(7, { fromMinute: 18 * 60 }), 7],
  ['membership_paused', hold(7, {}, { paused: true }), 7],
  ['membership_ended', hold(7, {}, { lastDay: '2026-03-31' }), 7],
  ['gym_not_covered', hold(7, { gymId: 2 }), null],
  ['membership_not_started', hold(null), null],
])('returns %s and counts the visit for the membership of the gym, if any', (problem, held, id) => {
  expect(decideWalkIn([held], visit, free)).toEqual({ missing: [problem], membershipId: id });
});

import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import {
  findTerm,
  membershipState,
  type MembershipState,
} from '@tanren/domain/memberships/memberships';
import { expect, test } from 'vitest';
import { demoAccounts, demoMember, demoMemberAccount } from '#members/demo-accounts.ts';
import { createIsOpen } from '#gyms/demo-gyms.ts';
import { makeDemoMembers } from '#members/demo-members.ts';
import { demoPlans, findDemoPlan, planIds } from './demo-plans.ts';
import { makeMembershipRows } from './membership-rows.ts';

const moments = ['2026-03-20T10:00:00Z', '2026-12-31T15:30:00Z', '2028-02-29T03:00:00Z'];

test.each(moments)('creates the contracts of the demo world of %s', (moment) => {
  const today = toGymDay(new Date(moment));
  const midnight = toGymInstant(today, 0);
  const others = makeDemoMembers(200, createIsOpen(today));
  const people = [...demoAccounts.map(({ person }) => person), ...others];
  const made = makeMembershipRows(demoMemberAccount, people, midnight, today);
  const { memberships: rows, terms, events } = made;
  const termsOf = (id: number) => terms.filter(({ membershipId }) => membershipId === id);
  const states = rows.map(({ id }) => membershipState(termsOf(id), today));
  const count = (state: MembershipState) => states.filter((one) => one === state).length;
  expect(count('active')).toBeGreaterThan(150);
  expect(count('paused')).toBeGreaterThanOrEqual(1);
  expect(count('ended')).toBeGreaterThanOrEqual(1);
  expect(count('not_started')).toBe(1);

  // Each person who trains has a membership in their own gym from the day of joining.
  const wrong = people.filter(({ sub, training, joinedDaysAgo }) => {
    const own = rows.filter((row) => row.sub === sub);
    const [first] = own;
    if (training === null) return own.length > 0;
    const from = first && termsOf(first.id)[0]?.fromDay;
    return first?.gymId !== training.gymId || from !== addDays(today, -joinedDaysAgo);
  });
  expect(wrong).toEqual([]);
  const planned = terms.filter(({ membershipId, planId }) => {
    const row = rows.find(({ id }) => id === membershipId);
    return findDemoPlan(planId).gymId !== row?.gymId;
  });
  expect(planned).toEqual([]);
  expect(new Set(terms.map(({ planId }) => planId)).size).toBe(demoPlans.length);

  // One membership belongs to a deleted account and has only a name and a number.
  const gone = rows.filter(({ sub }) => sub === null);
  expect(gone).toHaveLength(1);
  expect(gone[0]?.accountDeletedAt).not.toBeNull();

  // The history lists each step in order, and nothing in the future.
  expect(events.filter(({ at }) => at >= midnight)).toEqual([]);
  for (const { id, sub, version, joinedAt } of rows) {
    const steps = events.filter(({ membershipId }) => membershipId === id);
    expect(steps[0]).toMatchObject({ kind: 'joined', at: joinedAt, sub });
    const changes = steps.filter(({ kind }) => ['plan_changed', 'paused', 'ended'].includes(kind));
    expect(changes.length).toBe(version - 1);
    for (const { kind, planId, fromDay } of changes) {
      if (kind !== 'plan_changed' || fromDay === null) continue;
      expect(findTerm(termsOf(id), fromDay)?.planId).toBe(planId);
    }
  }

  const mine = rows.filter(({ sub }) => sub === demoMember.sub);
  expect(mine).toMatchObject([{ gymId: 1, email: 'demo@tanren.example' }]);
  const term = findTerm(termsOf(mine[0]?.id ?? 0), today);
  expect(term).toMatchObject({ planId: planIds.fullTime, paused: false, lastDay: null });
});

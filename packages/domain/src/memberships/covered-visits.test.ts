import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coverVisits } from './covered-visits.ts';
import { addDays, toGymInstant } from '#gyms/gym-time.ts';
import {
  changePlan,
  endMembership,
  type HeldMembership,
  type PlanRights,
  startMembership,
} from './memberships.ts';
import { unlimitedPlan } from '#testing/plans.ts';

const plan = (id: number, rights: Partial<PlanRights> = {}): PlanRights => ({
  ...unlimitedPlan,
  id,
  ...rights,
});

const held = (
  membershipId: number,
  rights: Partial<PlanRights> = {},
  more: Partial<HeldMembership> = {},
): HeldMembership => ({
  membershipId,
  terms: startMembership(membershipId, '2026-01-01'),
  plans: [plan(membershipId, rights)],
  visits: {},
  ...more,
});

const visit = (gymDay: string, membershipId: number | null = 1, gymId = 1) => ({
  gymId,
  gymDay,
  startsAt: toGymInstant(gymDay, 600),
  endsAt: toGymInstant(gymDay, 660),
  membershipId,
});

const cover = (memberships: readonly HeldMembership[], ...visits: ReturnType<typeof visit>[]) =>
  coverVisits(memberships, visits).map(({ visit: { gymDay }, membershipId, refusal }) => [
    gymDay,
    refusal ?? membershipId,
  ]);

it('visits stay with their membership as long as it covers them', () => {
  const [one, two] = [held(1, { visitsPerMonth: 4 }), held(2)];
  expect(cover([two, one], visit('2026-05-01'))).toEqual([['2026-05-01', 1]]);
});

it('visits after the last day are not covered, unless another membership covers them', () => {
  const ended = held(
    1,
    {},
    { terms: endMembership(startMembership(1, '2026-01-01'), '2026-04-30') },
  );
  const visits = [visit('2026-04-30'), visit('2026-05-01')];
  expect(cover([ended], ...visits)).toEqual([
    ['2026-04-30', 1],
    ['2026-05-01', 'membership_ended'],
  ]);
  expect(cover([ended, held(2)], ...visits)).toEqual([
    ['2026-04-30', 1],
    ['2026-05-01', 2],
  ]);
});

it('a smaller limit leaves out the latest visits of a month, in any order of the list', () => {
  const smaller = changePlan(startMembership(1, '2026-01-01'), {
    planId: 2,
    fromDay: '2026-05-01',
  });
  const plans = [plan(1, { visitsPerMonth: 8 }), plan(2, { visitsPerMonth: 2 })];
  const visits = { '2026-05': { kept: 1, noShows: 0 } };
  const changed = held(1, {}, { terms: smaller, plans, visits });
  const dates = ['2026-05-03', '2026-04-30', '2026-06-01', '2026-05-02'];
  expect(cover([changed], ...dates.map((date) => visit(date)))).toEqual([
    ['2026-04-30', 1],
    ['2026-05-02', 1],
    ['2026-05-03', 'monthly_limit'],
    ['2026-06-01', 1],
  ]);
});

it('a visit without a membership needs one that covers it, and counts for none', () => {
  const one = held(1, { visitsPerMonth: 1 });
  const visits = [visit('2026-05-01', null), visit('2026-05-02')];
  expect(cover([one], ...visits)).toEqual([
    ['2026-05-01', null],
    ['2026-05-02', 1],
  ]);
  expect(cover([], ...visits)).toEqual([
    ['2026-05-01', 'no_membership'],
    ['2026-05-02', 'no_membership'],
  ]);
});

it('covers everything booked by the rules, and never more than a limit', () => {
  const draft = fc.tuple(fc.nat({ max: 60 }), fc.constantFrom(1, 2), fc.constantFrom(1, 2));
  const limits = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 12 }), limits, (drafts, [first, second]) => {
      const memberships = [
        held(1, { visitsPerMonth: first }),
        held(2, { visitsPerMonth: second, gymId: 2, allGyms: true }),
      ];
      const visits = drafts.map(([day, by, gymId]) => visit(addDays('2026-04-20', day), by, gymId));
      const covered = coverVisits(memberships, visits);
      expect(covered).toHaveLength(visits.length);
      const counts = new Map<string, number>();
      const hasRoom = (membershipId: number, month: string) =>
        (counts.get(`${membershipId} ${month}`) ?? 0) < (membershipId === 1 ? first : second);
      const errors: string[] = [];
      for (const { visit: made, membershipId, refusal } of covered) {
        const month = made.gymDay.slice(0, 7);
        const covers = made.gymId === 1 ? [1, 2] : [2];
        if (refusal === null) {
          if (!hasRoom(membershipId ?? 0, month)) errors.push(`beyond the limit: ${made.gymDay}`);
          counts.set(`${membershipId} ${month}`, (counts.get(`${membershipId} ${month}`) ?? 0) + 1);
        } else if (covers.some((id) => hasRoom(id, month))) errors.push(`left out: ${made.gymDay}`);
      }
      expect(errors).toEqual([]);
      const again = coverVisits(
        memberships,
        covered.flatMap(({ visit: made, membershipId, refusal }) =>
          refusal === null ? [{ ...made, membershipId }] : [],
        ),
      );
      expect(again.every(({ refusal }) => refusal === null)).toBe(true);
    }),
  );
});

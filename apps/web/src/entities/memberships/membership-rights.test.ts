import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type { Membership } from '@tanren/contract/memberships/memberships';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { changePlan, endMembership, pauseMembership } from '@tanren/domain/memberships/memberships';
import { describe, expect, test } from 'vitest';
import { describeComing } from './contract-words.ts';
import {
  changeVisits,
  listUncovered,
  findOwnMembership,
  findVisitsLeft,
  hasMembershipFor,
  listComing,
  toTerms,
} from './membership-rights.ts';

const plan: SubscriptionPlan = {
  id: 1,
  name: 'レギュラー',
  description: '',
  price: 8800,
  tax: 800,
  per: 'month',
  allGyms: false,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  fromMinute: 0,
  untilMinute: 2880,
  visitsPerMonth: 8,
  countsNoShows: false,
  offered: true,
};
const dayPlan = { ...plan, id: 2, name: 'デイ', untilMinute: 1020, visitsPerMonth: 1 };
const term = { fromDay: '2026-01-01', lastDay: null, plan, paused: false };

function membership(changes: Partial<Membership> = {}): Membership {
  return {
    membershipId: 7,
    number: '00000007',
    gymId: 1,
    gymName: 'TANREN 神田',
    name: '力石 春',
    state: 'active',
    terms: [term],
    visits: [
      { month: '2026-11', used: 3, limit: 8 },
      { month: '2026-12', used: 2, limit: 8 },
    ],
    ...changes,
  };
}

const mineOf = (...memberships: Membership[]) => ({ memberships, requests: [] });

describe('the gym of a membership', () => {
  test('is its own gym, or all gyms', () => {
    expect(hasMembershipFor(mineOf(membership()), 1)).toBe(true);
    expect(hasMembershipFor(mineOf(membership()), 2)).toBe(false);
    const everywhere = { ...term, plan: { ...plan, allGyms: true } };
    expect(hasMembershipFor(mineOf(membership({ terms: [everywhere] })), 2)).toBe(true);
    expect(hasMembershipFor(mineOf(membership({ state: 'ended' })), 1)).toBe(false);
    expect(findOwnMembership(mineOf(membership({ state: 'ended' })), 1)).toBeUndefined();
  });
});

describe('visits of the month', () => {
  const november = { gymId: 1, date: '2026-11-20' };

  test('are shown by the month of the day, and change with a reservation', () => {
    const mine = mineOf(membership());
    expect(findVisitsLeft(mine, november)).toEqual({ month: '2026-11', limit: 8, left: 5 });
    expect(findVisitsLeft(mine, { gymId: 1, date: '2026-12-01' })?.left).toBe(6);
    expect(findVisitsLeft(changeVisits(mine, november, 1), november)?.left).toBe(4);
    expect(findVisitsLeft(changeVisits(mine, november, -1), november)?.left).toBe(6);
  });

  test('are hidden in another gym, during a pause, without a limit, or far ahead', () => {
    expect(findVisitsLeft(mineOf(membership()), { ...november, gymId: 2 })).toBeNull();
    expect(findVisitsLeft(mineOf(membership()), { gymId: 1, date: '2027-01-01' })).toBeNull();
    const paused = membership({ terms: [{ ...term, paused: true }] });
    expect(findVisitsLeft(mineOf(paused), november)).toBeNull();
    const unlimited = membership({ visits: [{ month: '2026-11', used: 3, limit: null }] });
    expect(findVisitsLeft(mineOf(unlimited), november)).toBeNull();
  });

  test('are never negative', () => {
    const used = membership({ visits: [{ month: '2026-11', used: 9, limit: 8 }] });
    expect(findVisitsLeft(mineOf(used), november)?.left).toBe(0);
  });
});

describe('reservations that a change cancels', () => {
  const reservation = (date: string, hour: number, gymId = 1): TrainingReservation => ({
    id: hour,
    gymId,
    gymName: '',
    date,
    startsAt: toGymInstant(date, hour * 60).toISOString(),
    endsAt: toGymInstant(date, (hour + 1) * 60).toISOString(),
    trainingSession: null,
    changeableUntil: toGymInstant(date, 0).toISOString(),
    status: 'reserved',
    gymCancelReason: null,
  });
  const ahead = [
    reservation('2026-11-20', 19),
    reservation('2026-12-01', 10),
    reservation('2026-12-02', 11),
    reservation('2026-12-03', 19),
  ];
  const own = membership();
  const mine = mineOf(own);
  const list = (terms: ReturnType<typeof toTerms>, newPlan?: SubscriptionPlan) =>
    listUncovered(ahead, mine, {
      membership: own,
      terms,
      ...(newPlan ? { plan: newPlan } : {}),
    }).map(({ date }) => date);

  test('an end cancels those after the last day', () => {
    expect(list(endMembership(toTerms(own), '2026-11-30'))).toEqual([
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
    ]);
    expect(list(endMembership(toTerms(own), '2026-12-31'))).toEqual([]);
  });

  test('a pause cancels those within it', () => {
    const days = { fromDay: '2026-12-01', lastDay: '2026-12-02' };
    expect(list(pauseMembership(toTerms(own), days))).toEqual(['2026-12-01', '2026-12-02']);
  });

  test('another plan cancels those outside its hours, and the latest above its limit', () => {
    const fromDay = '2026-12-01';
    const terms = changePlan(toTerms(own), { planId: dayPlan.id, fromDay });
    // The day plan does not cover 19:00, and it allows one of the two visits in December.
    expect(list(terms, dayPlan)).toEqual(['2026-12-02', '2026-12-03']);
    expect(list(terms, { ...dayPlan, visitsPerMonth: null })).toEqual(['2026-12-03']);
  });

  test('keeps those that another membership covers', () => {
    const other = membership({ membershipId: 8, gymId: 2 });
    const everywhere = { ...other, terms: [{ ...term, plan: { ...plan, allGyms: true } }] };
    const terms = endMembership(toTerms(own), '2026-11-30');
    expect(listUncovered(ahead, mineOf(own, everywhere), { membership: own, terms })).toEqual([]);
    expect(listUncovered(ahead, mineOf(own, other), { membership: own, terms })).toHaveLength(3);
  });
});

test('lists decided future changes in order, as text', () => {
  const terms = [
    { ...term, lastDay: '2026-11-30' },
    { fromDay: '2026-12-01', lastDay: '2026-12-31', plan, paused: true },
    { fromDay: '2027-01-01', lastDay: '2027-03-31', plan: dayPlan, paused: false },
  ];
  const coming = listComing(membership({ terms }), '2026-11-16');
  expect(coming.map(({ kind, day }) => [kind, day])).toEqual([
    ['pause', '2026-12-01'],
    ['plan', '2027-01-01'],
    ['end', '2027-03-31'],
  ]);
  expect(coming.map(describeComing).join()).toMatch(
    /12月1日\(火\)〜.*12月31日\(木\)は休会です,.*1月1日\(金\)から「デイ」に変わります,.*3月31日\(水\)で退会となります$/,
  );
  const during = listComing(membership({ terms }), '2026-12-16');
  expect(during.map(({ kind }) => kind)).toEqual(['plan', 'resume', 'end']);
  expect(listComing(membership(), '2026-11-16')).toEqual([]);
  const later = membership({ state: 'not_started', terms: [{ ...term, fromDay: '2026-12-05' }] });
  expect(listComing(later, '2026-11-16')).toMatchObject([{ kind: 'start', day: '2026-12-05' }]);
});

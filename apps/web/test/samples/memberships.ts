import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type { Membership, MembershipRequest } from '@tanren/contract/memberships/memberships';
import type { StaffMembership } from '@tanren/contract/memberships/staff-memberships';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { sampleGym, wholeWeek } from './gyms.ts';

const today = toGymDay(new Date());

export const samplePlan: SubscriptionPlan = {
  ...wholeWeek,
  id: 1,
  name: 'レギュラー',
  description: '営業時間中、いつでもご利用いただけます。',
  price: 8800,
  tax: 800,
  per: 'month',
};

/** Plan for Monday to Friday until 17:00, eight visits a month. */
export const dayPlan: SubscriptionPlan = {
  ...samplePlan,
  id: 3,
  name: 'デイ',
  description: '',
  price: 6600,
  tax: 600,
  weekdays: [1, 2, 3, 4, 5],
  untilMinute: 1020,
  visitsPerMonth: 8,
  countsNoShows: true,
};

/** Request that staff have not decided yet. */
export const joinRequest: MembershipRequest = {
  requestId: 5,
  kind: 'join',
  gymId: sampleGym.id,
  gymName: sampleGym.name,
  membershipId: null,
  name: '力石 春',
  plan: dayPlan,
  fromDay: today,
  lastDay: null,
  note: '',
  requestedAt: new Date().toISOString(),
};

/** Returns a membership that began a hundred days ago and has no end. */
export function sampleMembership(changes: Partial<Membership> = {}): Membership {
  return {
    membershipId: 1234,
    number: '00001234',
    gymId: sampleGym.id,
    gymName: sampleGym.name,
    name: '力石 春',
    state: 'active',
    terms: [{ fromDay: addDays(today, -100), lastDay: null, plan: samplePlan, paused: false }],
    visits: [{ month: monthOf(today), used: 3, limit: null }],
    ...changes,
  };
}

/** Account of the membership that `sampleStaffMembership` returns. */
export const contractor = '6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a11';

/** Returns the membership as staff get it. */
export function sampleStaffMembership(changes: Partial<StaffMembership> = {}): StaffMembership {
  return {
    ...sampleMembership(),
    member: contractor,
    nickname: 'ハル',
    version: 1,
    joinedAt: '2026-01-05T01:00:00.000Z',
    ...changes,
  };
}

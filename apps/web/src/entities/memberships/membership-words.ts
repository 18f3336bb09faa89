import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type { Membership, MembershipEvent } from '@tanren/contract/memberships/memberships';
import {
  findRequestOfStep,
  membershipEventNames,
  membershipRequestNames,
  toNamedDay,
} from '@tanren/domain/memberships/membership-requests';
import {
  describePlanTimes,
  describePlanVisits,
  type PlanTimes,
} from '@tanren/domain/memberships/plan-words';
import { formatGymDate } from '#lib/dates.ts';

export const membershipStateNames = {
  not_started: '開始前',
  active: '利用中',
  paused: '休会中',
  ended: '退会済み',
} as const satisfies Record<Membership['state'], string>;

/** Names an event, such as `休会のお申し込み` or `プラン変更`. */
export function nameEvent(event: Pick<MembershipEvent, 'kind' | 'request'>): string {
  const request = findRequestOfStep(event);
  const about = request === null ? '' : `${membershipRequestNames[request]}の`;
  return `${about}${membershipEventNames[event.kind]}`;
}

type EventAbout = Pick<
  MembershipEvent,
  'kind' | 'request' | 'planName' | 'fromDay' | 'lastDay' | 'count'
>;

/**
 * Describes the details of an event: `デイ・12月1日(火)から`, `3件`. Returns an empty string when the name
 * of the event says everything.
 */
export function describeEvent(event: EventAbout): string {
  const { planName, count } = event;
  return [planName, describeEventDays(event), count === null ? null : `${count}件`]
    .filter((part) => part !== null && part !== '')
    .join('・');
}

function describeEventDays(event: EventAbout): string | null {
  const { kind, fromDay, lastDay } = event;
  switch (kind) {
    case 'ended':
      return lastDay === null ? null : `${formatGymDate(lastDay)}まで`;
    case 'payment_noted':
      return fromDay === null ? null : formatGymDate(fromDay);
    case 'applied':
    case 'withdrawn':
    case 'declined':
    case 'joined':
    case 'plan_changed':
    case 'paused':
    case 'resumed':
    case 'end_withdrawn':
    case 'reservations_cancelled':
    case 'account_deleted':
      if (fromDay === null) return null;
      return findRequestOfStep(event) === 'end'
        ? `${formatGymDate(toNamedDay('end', fromDay))}まで`
        : describeDays({ fromDay, lastDay });
  }
}

interface Days {
  readonly fromDay: string;
  /** Last day, included. `null` until further notice. */
  readonly lastDay: string | null;
}

/** Formats days as `12月1日(火)から` or `12月1日(火)〜12月31日(木)`. */
export function describeDays({ fromDay, lastDay }: Days): string {
  if (lastDay === null) return `${formatGymDate(fromDay)}から`;
  return `${formatGymDate(fromDay)}〜${formatGymDate(lastDay)}`;
}

type PlanRights = PlanTimes & Pick<SubscriptionPlan, 'allGyms' | 'visitsPerMonth'>;

/** Describes what a plan allows: `月〜金曜日 10:00〜17:00・月8回まで・全ジム`. */
export function summarizePlan(plan: PlanRights): string {
  return [
    describePlanTimes(plan),
    describePlanVisits(plan),
    ...(plan.allGyms ? ['全ジムで利用可'] : []),
  ].join('・');
}

import type { SubscriptionPlan } from '@tanren/contract/gyms';
import type { MembershipRequest } from '@tanren/contract/memberships';
import { addDays } from '@tanren/domain/gym-time';
import { formatGymDate } from '#lib/dates.ts';
import type { ComingChange } from './membership-rights.ts';
import { describeDays, describePlanTimes, describePlanVisits } from './membership-words.ts';

/** What a plan allows, each a phrase of its own. */
export function listRights(plan: SubscriptionPlan): string[] {
  const gyms = plan.allGyms ? '全店舗で利用可' : 'この店舗のみ';
  return [describePlanTimes(plan), describePlanVisits(plan), gyms];
}

/** What a price is for. */
export const perWords: Readonly<Record<SubscriptionPlan['per'], string>> = {
  month: '月',
  visit: '回',
};

/** `2026-11`, or a day of it → `11月`. */
export function formatMonth(month: string): string {
  return `${Number(month.slice(5, 7))}月`;
}

/**
 * What a plan's limit counts: reserved slots, also those to come, and a long visit may take two of
 * them. Visits, as the history has them, are fewer.
 */
export function nameMonthCount(month: string): string {
  return `${formatMonth(month)}の予約（これからの分を含む）`;
}

/** What is decided and has not come yet. */
export function describeComing(change: ComingChange): string {
  switch (change.kind) {
    case 'start':
      return `${formatGymDate(change.day)}から利用できます`;
    case 'plan':
      return `${formatGymDate(change.day)}から「${change.plan.name}」に変わります`;
    case 'pause':
      return `${describeDays({ fromDay: change.day, lastDay: change.lastDay })}${change.lastDay === null ? '' : 'は'}休会です`;
    case 'resume':
      return `${formatGymDate(change.day)}から再開します`;
    case 'end':
      return `${formatGymDate(change.day)}で退会となります`;
  }
}

/** What the gym has not decided yet: `「デイ」への変更（12月1日(火)から）`. */
export function describeRequest(request: MembershipRequest): string {
  const { kind, plan, fromDay, lastDay } = request;
  const name = plan === null ? '' : `「${plan.name}」`;
  switch (kind) {
    case 'join':
      return `${name}への入会（${formatGymDate(fromDay)}から）`;
    case 'plan':
      return `${name}への変更（${formatGymDate(fromDay)}から）`;
    case 'pause':
      return `休会（${describeDays({ fromDay, lastDay })}）`;
    case 'resume':
      return `再開（${formatGymDate(fromDay)}から）`;
    case 'end':
      return `退会（${formatGymDate(addDays(fromDay, -1))}まで）`;
  }
}

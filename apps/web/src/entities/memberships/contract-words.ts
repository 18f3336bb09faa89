import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type { MembershipRequest } from '@tanren/contract/memberships/memberships';
import { toNamedDay } from '@tanren/domain/memberships/membership-requests';
import { describePlanTimes, describePlanVisits } from '@tanren/domain/memberships/plan-words';
import { formatGymDate } from '#lib/dates.ts';
import type { ComingChange } from './membership-rights.ts';
import { describeDays } from './membership-words.ts';

/** Lists what a plan allows, one phrase for each right. */
export function listRights(plan: SubscriptionPlan): string[] {
  const gyms = plan.allGyms ? '全ジムで利用可' : 'このジムのみ';
  return [describePlanTimes(plan), describePlanVisits(plan), gyms];
}

/** Units of a price. */
export const perWords: Readonly<Record<SubscriptionPlan['per'], string>> = {
  month: '月',
  visit: '回',
};

/** Formats the month of `2026-11` or of a day in it as `11月`. */
export function formatMonth(month: string): string {
  return `${Number(month.slice(5, 7))}月`;
}

/**
 * Names the number that a plan's limit counts. It counts reserved slots, including future ones. A
 * long visit can take two slots, so the visits in the history can be fewer.
 */
export function nameMonthCount(month: string): string {
  return `${formatMonth(month)}の利用回数（予約中を含む）`;
}

/** Describes a change that is decided but not in force yet. */
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

/** Describes a request that the gym has not decided yet: `「デイ」への変更（12月1日(火)から）`. */
export function describeRequest(request: MembershipRequest): string {
  const { kind, plan, fromDay, lastDay } = request;
  const day = formatGymDate(toNamedDay(kind, fromDay));
  const name = plan === null ? '' : `「${plan.name}」`;
  switch (kind) {
    case 'join':
      return `${name}への入会（${day}から）`;
    case 'plan':
      return `${name}への変更（${day}から）`;
    case 'pause':
      return `休会（${describeDays({ fromDay, lastDay })}）`;
    case 'resume':
      return `再開（${day}から）`;
    case 'end':
      return `退会（${day}まで）`;
  }
}

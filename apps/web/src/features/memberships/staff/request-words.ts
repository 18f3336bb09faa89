import type { MembershipRequest } from '@tanren/contract/memberships/memberships';
import { addDays } from '@tanren/domain/gyms/gym-time';
import { formatGymDate } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';

const dayNames = {
  join: '入会日',
  plan: '変更日',
  pause: '休会の初日',
  resume: '再開日',
  end: '最終日',
} as const satisfies Record<MembershipRequest['kind'], string>;

/** What is asked for, in days as staff say them. */
export function listRequestFacts({ kind, plan, fromDay, lastDay }: MembershipRequest) {
  // An end names the first day without: people say the last one with.
  const day = kind === 'end' ? addDays(fromDay, -1) : fromDay;
  const pauseEnd = lastDay === null ? '再開のお申し込みまで' : formatGymDate(lastDay);
  return [
    ...(plan === null ? [] : [{ name: 'プラン', value: plan.name }]),
    { name: dayNames[kind], value: formatGymDate(day) },
    ...(kind === 'pause' ? [{ name: '休会の最終日', value: pauseEnd }] : []),
  ];
}

/** A colleague, or the member, was faster. */
export function tellDecided(): void {
  notifyDone(
    'このお申し込みは対応済みです',
    'ほかのスタッフが対応したか、会員が取り下げました。最新の内容を読み込みました。',
  );
}

import type { Guardian, MembershipRequest } from '@tanren/contract/memberships/memberships';
import { toNamedDay } from '@tanren/domain/memberships/membership-requests';
import { guardianRelations } from '@tanren/domain/memberships/minors';
import { formatGymDate } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';

const dayNames = {
  join: '入会日',
  plan: '変更日',
  pause: '休会の初日',
  resume: '再開日',
  end: '最終日',
} as const satisfies Record<MembershipRequest['kind'], string>;

/** Returns the details of a request with its days in words. */
export function listRequestFacts(request: MembershipRequest) {
  const { kind, plan, fromDay, lastDay, guardian } = request;
  const pauseEnd = lastDay === null ? '再開のお申し込みまで' : formatGymDate(lastDay);
  return [
    ...(plan === null ? [] : [{ name: 'プラン', value: plan.name }]),
    { name: dayNames[kind], value: formatGymDate(toNamedDay(kind, fromDay)) },
    ...(kind === 'pause' ? [{ name: '休会の最終日', value: pauseEnd }] : []),
    ...(guardian === undefined ? [] : [{ name: '保護者', value: describeGuardian(guardian) }]),
  ];
}

function describeGuardian({ name, relation, state }: Guardian): string {
  const label = guardianRelations.find(({ id }) => id === relation)?.label ?? '';
  const person = name === '' ? '' : `${name}（${label}）・`;
  return `${person}${state === 'agreed' ? '同意済み' : '同意待ち'}`;
}

/** Notifies staff that a colleague or the member has already handled the request. */
export function notifyDecided(): void {
  notifyDone(
    'このお申し込みは対応済みです',
    'ほかのスタッフが対応したか、会員が取り下げました。最新の内容を読み込みました。',
  );
}

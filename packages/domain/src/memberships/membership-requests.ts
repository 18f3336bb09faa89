import { addDays } from '#gyms/gym-time.ts';

/** Changes of a membership that a member can request. Staff also make them on their own. */
export const changeRequestKinds = ['plan', 'pause', 'resume', 'end'] as const;
export type ChangeRequestKind = (typeof changeRequestKinds)[number];

/** Kinds of requests of a member. */
export const membershipRequestKinds = ['join', ...changeRequestKinds] as const;
export type MembershipRequestKind = (typeof membershipRequestKinds)[number];

/** Kinds of changes that staff make to a membership. */
export const staffChangeKinds = [...changeRequestKinds, 'continue', 'payment'] as const;

/**
 * Returns the day that people name for a request. The end of a membership is stored as the first
 * day without it, while people speak of the last day with it.
 */
export function toNamedDay(kind: MembershipRequestKind, fromDay: string): string {
  switch (kind) {
    case 'end':
      return addDays(fromDay, -1);
    case 'join':
    case 'plan':
    case 'pause':
    case 'resume':
      return fromDay;
  }
}

/** Kinds of steps in the history of a membership. */
export const membershipEventKinds = [
  'applied',
  'withdrawn',
  'declined',
  'joined',
  'plan_changed',
  'paused',
  'resumed',
  'ended',
  'end_withdrawn',
  'payment_noted',
  'reservations_cancelled',
  'account_deleted',
] as const;
export type MembershipEventKind = (typeof membershipEventKinds)[number];

const isAboutRequest: Readonly<Record<MembershipEventKind, boolean>> = {
  applied: true,
  withdrawn: true,
  declined: true,
  joined: false,
  plan_changed: false,
  paused: false,
  resumed: false,
  ended: false,
  end_withdrawn: false,
  payment_noted: false,
  reservations_cancelled: false,
  account_deleted: false,
};

/**
 * Returns the request that a step is about. Returns `null` for a step of the membership itself, such
 * as an approved request.
 */
export function findRequestOfStep<Request extends MembershipRequestKind>({
  kind,
  request,
}: {
  readonly kind: MembershipEventKind;
  readonly request: Request | null;
}): Request | null {
  return isAboutRequest[kind] ? request : null;
}

/** Maximum length in characters of the texts that members and staff write about a membership. */
export const membershipLimits = { name: 60, nameKana: 60, note: 300, boardNote: 200 } as const;

/** Japanese names of the requests. */
export const membershipRequestNames: Readonly<Record<MembershipRequestKind, string>> = {
  join: '入会',
  plan: 'プラン変更',
  pause: '休会',
  resume: '再開',
  end: '退会',
};

export const membershipEventNames: Readonly<Record<MembershipEventKind, string>> = {
  applied: 'お申し込み',
  withdrawn: 'お申し込みの取り下げ',
  declined: 'お申し込みのお断り',
  joined: '入会',
  plan_changed: 'プラン変更',
  paused: '休会',
  resumed: '再開',
  ended: '退会',
  end_withdrawn: '退会の取りやめ',
  payment_noted: '入金確認',
  reservations_cancelled: '予約のキャンセル',
  account_deleted: 'アプリのアカウントの削除',
};

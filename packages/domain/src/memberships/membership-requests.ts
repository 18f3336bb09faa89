/** Kinds of requests of a member. Staff also make these changes on their own. */
export const membershipRequestKinds = ['join', 'plan', 'pause', 'resume', 'end'] as const;
export type MembershipRequestKind = (typeof membershipRequestKinds)[number];

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

/** Maximum length in characters of the texts that members and staff write about a membership. */
export const membershipLimits = { name: 60, note: 300, boardNote: 200 } as const;

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

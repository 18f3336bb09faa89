/** What a member asks the gym for, and what staff do by themselves. */
export const membershipRequestKinds = ['join', 'plan', 'pause', 'resume', 'end'] as const;
export type MembershipRequestKind = (typeof membershipRequestKinds)[number];

/** Every step in the history of a membership. */
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

/** Bounds of what members and staff write about a membership, in characters. */
export const membershipLimits = { name: 60, note: 300, boardNote: 200 } as const;

import type { SlotTime } from './reservation-slots.ts';

/** The door opens for a reservation from so long before its start. */
export const doorLeadMs = 15 * 60 * 1000;
/** How long the lock shows the same code for; it takes the one before too. */
export const doorStepSeconds = 60;

export const doorReasons = ['no_reservation', 'too_early'] as const;
export type DoorReason = (typeof doorReasons)[number];

export function doorOpensAt({ startsAt }: Pick<SlotTime, 'startsAt'>): Date {
  return new Date(startsAt.getTime() - doorLeadMs);
}

export type DoorDecision =
  | { readonly open: true; readonly until: Date }
  | { readonly open: false; readonly reason: DoorReason; readonly from: Date | null };

/** By the reservations of the member in this gym that are not over, earliest first. */
export function decideDoor(reservations: readonly SlotTime[], now: Date): DoorDecision {
  const next = reservations.find(({ endsAt }) => endsAt > now);
  if (next === undefined) return { open: false, reason: 'no_reservation', from: null };
  const from = doorOpensAt(next);
  if (now < from) return { open: false, reason: 'too_early', from };
  return { open: true, until: next.endsAt };
}

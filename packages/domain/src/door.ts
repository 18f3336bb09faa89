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

/**
 * By the reservations of the member in this gym, earliest first. While one follows another so
 * closely that the door would open for it before the first is over, it stays open.
 */
export function decideDoor(reservations: readonly SlotTime[], now: Date): DoorDecision {
  const [next, ...later] = reservations.filter(({ endsAt }) => endsAt > now);
  if (next === undefined) return { open: false, reason: 'no_reservation', from: null };
  const from = doorOpensAt(next);
  if (now < from) return { open: false, reason: 'too_early', from };
  return { open: true, until: findLastEnd(next, later) };
}

/** A reservation whose door opens before the last one ends goes on without a break. */
function findLastEnd(first: SlotTime, later: readonly SlotTime[]): Date {
  let until = first.endsAt;
  for (const reservation of later) {
    if (doorOpensAt(reservation) > until) break;
    if (reservation.endsAt > until) until = reservation.endsAt;
  }
  return until;
}

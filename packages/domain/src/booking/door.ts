import { type MembershipRejection, membershipRejections } from '#memberships/memberships.ts';
import type { SlotTime } from './reservations.ts';

/** Time before the start of a reservation from which the door opens. */
export const doorLeadMs = 15 * 60 * 1000;
/** Seconds for which a code is the current one. The lock also accepts the previous one. */
export const doorStepSeconds = 60;

/** Time ahead for which codes are handed out while the reservation can still be cancelled. */
const doorAheadMs = 10 * 60 * 1000;

export const doorReasons = [
  'no_reservation',
  'too_early',
  'still_changeable',
  ...membershipRejections,
] as const;
export type DoorReason = (typeof doorReasons)[number];

/**
 * Whether the desk let the member in without a reservation. Members cannot reserve a slot that has
 * begun, so such a visit was made by the desk.
 */
export function isWalkIn({
  startsAt,
  createdAt,
}: Pick<SlotTime, 'startsAt'> & { readonly createdAt: Date }): boolean {
  return createdAt >= startsAt;
}

export function doorOpensAt({ startsAt }: Pick<SlotTime, 'startsAt'>): Date {
  return new Date(startsAt.getTime() - doorLeadMs);
}

interface DoorReservation extends SlotTime {
  /**
   * End of the time for changes, by the gym's deadline and the time for wrong taps. Showing a code
   * ends it earlier.
   */
  readonly changeableUntil: Date;
  readonly wasShown: boolean;
  /** Result of `validateEntry`. `null` when a membership allows the visit. */
  readonly refusal: MembershipRejection | null;
}

export type DoorDecision<R extends DoorReservation = DoorReservation> =
  | {
      readonly open: true;
      /**
       * Reservations that the door is open for: the current one and those that follow it closely.
       */
      readonly stay: readonly R[];
      /** End of the member's time in the gym. */
      readonly until: Date;
      /**
       * End of the time for which codes are handed out now. The lock accepts these codes even if
       * the reservation is cancelled afterwards.
       */
      readonly codesUntil: Date;
      /**
       * Reservation that can no longer be cancelled once its codes are shown. `null` when it cannot
       * be cancelled anyway.
       */
      readonly shows: R | null;
    }
  | { readonly open: false; readonly reason: DoorReason; readonly from: Date | null };

/**
 * Decides whether the door opens for the member's reservations in this gym (earliest first). The
 * door stays open if the next reservation's door time begins before the current one ends.
 *
 * A code that was seen opens the door even if the lock has no network. So the codes of the whole
 * visit are handed out only when it can no longer be cancelled. Before that, the codes of ten
 * minutes are handed out, and only if the member gives up cancelling (`keepChangeable` is false).
 */
export function decideDoor<R extends DoorReservation>(
  reservations: readonly R[],
  now: Date,
  keepChangeable = true,
): DoorDecision<R> {
  const [next, ...later] = reservations.filter(({ endsAt }) => endsAt > now);
  if (next === undefined) return { open: false, reason: 'no_reservation', from: null };
  const from = doorOpensAt(next);
  if (next.refusal !== null) return { open: false, reason: next.refusal, from: null };
  if (now < from) return { open: false, reason: 'too_early', from };
  const isFixed = ({ changeableUntil }: DoorReservation) => now > changeableUntil;
  if (isFixed(next)) {
    const end = later.findIndex((one) => !isFixed(one) || one.refusal !== null);
    const stay = listStay([next, ...(end === -1 ? later : later.slice(0, end))]);
    const until = stay.at(-1)?.endsAt ?? next.endsAt;
    return { open: true, stay, until, codesUntil: until, shows: null };
  }
  if (keepChangeable && !next.wasShown) {
    return { open: false, reason: 'still_changeable', from: next.changeableUntil };
  }
  const until = next.endsAt;
  const codesUntil = new Date(Math.min(until.getTime(), now.getTime() + doorAheadMs));
  return { open: true, stay: [next], until, codesUntil, shows: next };
}

/**
 * Returns the first of a member's reservations (earliest first) with those that continue it without
 * a break. A reservation continues the stay if its door opens before the previous one ends.
 */
export function listStay<S extends SlotTime>([first, ...later]: readonly S[]): S[] {
  if (first === undefined) return [];
  const stay = [first];
  let until = first.endsAt;
  for (const reservation of later) {
    if (doorOpensAt(reservation) > until) break;
    stay.push(reservation);
    until = reservation.endsAt;
  }
  return stay;
}

/** Time after the start from which a missing member counts as a no-show. */
export const noShowMs = 15 * 60 * 1000;

/**
 * Returns whether the member did not come: the reservation is over or began a quarter of an hour
 * ago.
 */
export function isNoShow(
  { startsAt, endsAt, enteredAt }: SlotTime & { readonly enteredAt: Date | null },
  now: Date,
): boolean {
  if (enteredAt !== null) return false;
  return now.getTime() >= Math.min(endsAt.getTime(), startsAt.getTime() + noShowMs);
}

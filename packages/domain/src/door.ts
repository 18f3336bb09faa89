import { type MembershipRefusal, membershipRefusals } from './memberships.ts';
import type { SlotTime } from './reservations.ts';

/** The door opens for a reservation from so long before its start. */
export const doorLeadMs = 15 * 60 * 1000;
/** How long the lock takes a code for as the present one; it takes the one before, too. */
export const doorStepSeconds = 60;

/** As long as a reservation can be given back, its codes are handed out so far ahead. */
const doorAheadMs = 10 * 60 * 1000;

export const doorReasons = [
  'no_reservation',
  'too_early',
  'still_changeable',
  ...membershipRefusals,
] as const;
export type DoorReason = (typeof doorReasons)[number];

export function doorOpensAt({ startsAt }: Pick<SlotTime, 'startsAt'>): Date {
  return new Date(startsAt.getTime() - doorLeadMs);
}

interface DoorReservation extends SlotTime {
  /** By the gym's deadline and the time for wrong taps; seeing a code ends it before that. */
  readonly changeableUntil: Date;
  readonly wasShown: boolean;
  /** What `refuseDoor` says of it; null: a membership allows the visit. */
  readonly refusal: MembershipRefusal | null;
}

export type DoorDecision<R extends DoorReservation = DoorReservation> =
  | {
      readonly open: true;
      /** The reservations it is open for: the present one, and those that follow it closely. */
      readonly stay: readonly R[];
      /** When the member's time is over. */
      readonly until: Date;
      /**
       * The codes to hand out now: the lock accepts them even if the reservation is cancelled
       * afterwards.
       */
      readonly codesUntil: Date;
      /**
       * The reservation that can no longer be cancelled once its codes are shown; null: it cannot
       * be anyway.
       */
      readonly shows: R | null;
    }
  | { readonly open: false; readonly reason: DoorReason; readonly from: Date | null };

/**
 * By the reservations of the member in this gym, earliest first. While one follows another so
 * closely that the door would open for it before the first is over, it stays open.
 *
 * A code that was seen opens the door, because the lock may have no network. So the codes of the
 * whole visit are handed out when it can no longer be given back. Before that, codes of ten minutes
 * are handed out only when the member gives up giving it back (`keepChangeable` is false).
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
  const isSettled = ({ changeableUntil }: DoorReservation) => now > changeableUntil;
  if (isSettled(next)) {
    const end = later.findIndex((one) => !isSettled(one) || one.refusal !== null);
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
 * The first of a member's reservations, earliest first, with those for which the member stays: each
 * whose door opens before the last one ends goes on without a break.
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

/** Whoever has not come by then is not expected any more. */
export const noShowMs = 15 * 60 * 1000;

/** Whether nobody came for a reservation: it is over, or began a quarter of an hour ago. */
export function isNoShow(
  { startsAt, endsAt, enteredAt }: SlotTime & { readonly enteredAt: Date | null },
  now: Date,
): boolean {
  if (enteredAt !== null) return false;
  return now.getTime() >= Math.min(endsAt.getTime(), startsAt.getTime() + noShowMs);
}

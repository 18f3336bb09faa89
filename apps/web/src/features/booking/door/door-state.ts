import type { DoorCode, GymDoor } from '@tanren/contract/booking/gym-door';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { doorOpensAt } from '@tanren/domain/booking/door';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  isMembershipRejection,
  type MembershipRejection,
} from '@tanren/domain/memberships/memberships';

type Times = Pick<TrainingReservation, 'date' | 'startsAt' | 'endsAt'>;

/**
 * Time in milliseconds before the door opens, during which the page polls it. Earlier, the page
 * shows the opening time without asking the server.
 */
const nearMs = 60 * 60_000;

/** Returns the time in milliseconds from which the page polls the door. */
export function nearDoorFrom(reservation: Pick<Times, 'startsAt'>): number {
  return openFrom(reservation).getTime() - nearMs;
}

/**
 * Returns whether the door opens within an hour. The hour also covers a phone whose clock is wrong.
 */
export function isNearDoor(reservation: Pick<Times, 'startsAt'>, now: number): boolean {
  return now >= nearDoorFrom(reservation);
}

export function openFrom({ startsAt }: Pick<Times, 'startsAt'>): Date {
  return doorOpensAt({ startsAt: new Date(startsAt) });
}

export type DayName = 'today' | 'tomorrow' | 'later';

/**
 * Names the day of a slot by its gym day and by the calendar: a slot at 0:30 is "today" both at
 * 23:00 the evening before and at 0:10.
 */
export function nameDay({ date, startsAt }: Times, now: number): DayName {
  const today = toGymDay(new Date(now));
  if (date <= today || toGymDay(new Date(startsAt)) <= today) return 'today';
  return date === addDays(today, 1) ? 'tomorrow' : 'later';
}

/** State of a door at one moment, as the page shows it. */
export type DoorState =
  | {
      readonly kind: 'code';
      readonly code: DoorCode;
      /** End of the member's time in the gym, as an ISO instant. */
      readonly until: string;
      /**
       * End of the last code that the page already has, as an ISO instant. The codes work until
       * then without a network.
       */
      readonly lastsUntil: string;
    }
  /**
   * A code is available, but a member who displays it can no longer move or cancel the reservation.
   */
  | { readonly kind: 'changeable'; readonly until: string }
  | { readonly kind: 'too_early'; readonly from: string }
  | { readonly kind: 'no_reservation' }
  /** The member has a reservation, but their membership no longer allows the visit. */
  | { readonly kind: 'refused'; readonly refusal: MembershipRejection }
  /** The answer is out of date: the door opens now, or all of its codes have expired. */
  | { readonly kind: 'ask_again' };

/**
 * Returns the state of the door from the last answer. An answer is valid until its last code
 * expires, even if the server cannot be reached.
 */
export function readDoorState(door: GymDoor, now: number): DoorState {
  if (door.available) return findCode(listCodes(door), door.until, now);
  if (door.reason === 'still_changeable' && door.validFrom !== undefined) {
    return now > Date.parse(door.validFrom)
      ? { kind: 'ask_again' }
      : { kind: 'changeable', until: door.validFrom };
  }
  if (door.reason !== undefined && isMembershipRejection(door.reason)) {
    return { kind: 'refused', refusal: door.reason };
  }
  if (door.reason !== 'too_early' || door.validFrom === undefined) {
    return { kind: 'no_reservation' };
  }
  if (now >= Date.parse(door.validFrom)) return { kind: 'ask_again' };
  return { kind: 'too_early', from: door.validFrom };
}

function listCodes({ passcode, validFrom, validUntil, upcoming }: GymDoor): DoorCode[] {
  if (passcode === undefined || validFrom === undefined || validUntil === undefined) {
    return upcoming;
  }
  return [{ passcode, validFrom, validUntil }, ...upcoming];
}

/**
 * Picks the first code that has not expired. A clock that lags a little still gets a code that the
 * lock accepts.
 */
function findCode(codes: readonly DoorCode[], until: string | undefined, now: number): DoorState {
  const code = codes.find(({ validUntil }) => now < Date.parse(validUntil));
  const last = codes.at(-1);
  if (code === undefined || last === undefined) return { kind: 'ask_again' };
  const lastsUntil = last.validUntil;
  return { kind: 'code', code, until: until ?? lastsUntil, lastsUntil };
}

/**
 * Maximum time between two requests. It is long because the server logs each request, and a page
 * that becomes visible asks again anyway.
 */
const seldomMs = 5 * 60_000;
const minMs = 1000;

/**
 * Returns the milliseconds until the next request: until the answer is known to change, and at most
 * five minutes.
 */
export function getRefetchDelay(door: GymDoor, now: number): number {
  const state = readDoorState(door, now);
  if (state.kind === 'ask_again') return minMs;
  // Each answer contains codes for ten minutes, so new ones are fetched when half of them are left.
  if (state.kind !== 'too_early' && state.kind !== 'changeable') return seldomMs;
  const changesAt =
    state.kind === 'too_early' ? Date.parse(state.from) : Date.parse(state.until) + 1;
  return Math.min(seldomMs, Math.max(minMs, changesAt - now));
}

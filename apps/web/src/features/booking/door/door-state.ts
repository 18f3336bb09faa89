import type { DoorCode, GymDoor } from '@tanren/contract/booking/gym-door';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { doorOpensAt } from '@tanren/domain/booking/door';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  isMembershipRefusal,
  type MembershipRefusal,
} from '@tanren/domain/memberships/memberships';

type Times = Pick<TrainingReservation, 'date' | 'startsAt' | 'endsAt'>;

/** Earlier than this before it opens, nobody stands at the door: it is not asked, and says so itself. */
const nearMs = 60 * 60_000;

/** Whether the door has something to say, however wrong the phone's clock goes. */
export function isNearDoor({ startsAt }: Pick<Times, 'startsAt'>, now: number): boolean {
  return now >= openFrom({ startsAt }).getTime() - nearMs;
}

export function openFrom({ startsAt }: Pick<Times, 'startsAt'>): Date {
  return doorOpensAt({ startsAt: new Date(startsAt) });
}

export type DayName = 'today' | 'tomorrow' | 'later';

/** By the gym day, and by the calendar: at 23:00 a slot of 0:30 is still today's, and so it is at 0:10. */
export function nameDay({ date, startsAt }: Times, now: number): DayName {
  const today = toGymDay(new Date(now));
  if (date <= today || toGymDay(new Date(startsAt)) <= today) return 'today';
  return date === addDays(today, 1) ? 'tomorrow' : 'later';
}

/** What to show of a door at one moment. */
export type DoorState =
  | {
      readonly kind: 'code';
      readonly code: DoorCode;
      /** When the member's time in the gym is over. */
      readonly until: string;
      /** How long the codes at hand last without a network. */
      readonly lastsUntil: string;
    }
  /** The code is there, but whoever sees it can no longer move or cancel. */
  | { readonly kind: 'changeable'; readonly until: string }
  | { readonly kind: 'too_early'; readonly from: string }
  | { readonly kind: 'no_reservation' }
  /** There is a reservation, but no membership allows the visit any more. */
  | { readonly kind: 'refused'; readonly refusal: MembershipRefusal }
  /** The answer is too old to say it: the door opens now, or the codes are used up. */
  | { readonly kind: 'ask_again' };

/** An answer serves until its last code is over, whether or not the server can be reached. */
export function readDoorState(door: GymDoor, now: number): DoorState {
  if (door.available) return findCode(listCodes(door), door.until, now);
  if (door.reason === 'still_changeable' && door.validFrom !== undefined) {
    return now > Date.parse(door.validFrom)
      ? { kind: 'ask_again' }
      : { kind: 'changeable', until: door.validFrom };
  }
  if (door.reason !== undefined && isMembershipRefusal(door.reason)) {
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

/** The first that is not over: a clock that lags a little still shows one the lock takes. */
function findCode(codes: readonly DoorCode[], until: string | undefined, now: number): DoorState {
  const code = codes.find(({ validUntil }) => now < Date.parse(validUntil));
  const last = codes.at(-1);
  if (code === undefined || last === undefined) return { kind: 'ask_again' };
  const lastsUntil = last.validUntil;
  return { kind: 'code', code, until: until ?? lastsUntil, lastsUntil };
}

/** Each question is written down by the server, and a page that comes into view asks anyway. */
const seldomMs = 5 * 60_000;
const leastMs = 1000;

/** How long to wait before the door is asked again: until the answer is known to change. */
export function askAgainIn(door: GymDoor, now: number): number {
  const state = readDoorState(door, now);
  if (state.kind === 'ask_again') return leastMs;
  // Codes that come ten minutes at a time are fetched anew when half of them are left.
  if (state.kind !== 'too_early' && state.kind !== 'changeable') return seldomMs;
  const changesAt =
    state.kind === 'too_early' ? Date.parse(state.from) : Date.parse(state.until) + 1;
  return Math.min(seldomMs, Math.max(leastMs, changesAt - now));
}

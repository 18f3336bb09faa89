import { doorOpensAt, doorStepSeconds } from './door.ts';
import type { SlotTime } from './reservations.ts';
import { type HmacSha1, timeCode, timeStep } from './time-code.ts';

/** The number of the step of time, a minute, in which a code is the present one. */
export function doorStep(now: Date): number {
  return timeStep(now, doorStepSeconds);
}

export function doorStepStart(step: number): Date {
  return new Date(step * doorStepSeconds * 1000);
}

/** A seat of a slot, which is one person's visit. */
export interface SeatedVisit extends SlotTime {
  /** From 1 on. */
  readonly seat: number;
}

/** No gym has more seats than this. */
const mostSeats = 1000;
/** So many slots in turn have keys of their own. */
const slotTurns = 5;
export const largestVisitKey = slotTurns * mostSeats;

/**
 * The number that names a visit to the lock: by its seat, and by which of five slots in turn it is.
 * A slot lasts five minutes or more and the door opens 15 minutes ahead, so it is never open for
 * more than five slots at once: of two people who can come in at the same time none has the key of
 * the other.
 */
export function visitKey({ seat, startsAt, endsAt }: SeatedVisit): number {
  const slotMs = endsAt.getTime() - startsAt.getTime();
  return toKey(seat, Math.floor(startsAt.getTime() / slotMs) % slotTurns);
}

function toKey(seat: number, turn: number): number {
  return turn * mostSeats + seat;
}

/** The six digits that open the door in this minute and name the visit. */
export function doorCode(hmacSha1: HmacSha1, step: number, key: number): string {
  return timeCode(hmacSha1, step, key);
}

/** Which visit a code names, and of which minute it is. */
export interface NamedVisit {
  readonly visitKey: number;
  readonly step: number;
}

interface Lock {
  readonly hmacSha1: HmacSha1;
  /** Of the gym. */
  readonly seats: number;
}

/**
 * What a typed code can name, for the lock; nothing: the door stays shut. There is seldom more than
 * one, because two visits have the same six digits only by chance, and the server knows which of
 * them is reserved.
 */
export function findNamedVisits(code: string, { hmacSha1, seats }: Lock, now: Date): NamedVisit[] {
  const present = doorStep(now);
  const found: NamedVisit[] = [];
  for (const step of [present, present - 1]) {
    for (let turn = 0; turn < slotTurns; turn += 1) {
      for (let seat = 1; seat <= seats; seat += 1) {
        const key = toKey(seat, turn);
        if (doorCode(hmacSha1, step, key) === code) found.push({ visitKey: key, step });
      }
    }
  }
  return found;
}

/** Whether the door is open for a visit in this minute, and the key is its key. */
export function isNamed(visit: SeatedVisit, { visitKey: key, step }: NamedVisit): boolean {
  const isOpen = doorOpensAt(visit) < doorStepStart(step + 1) && doorStepStart(step) < visit.endsAt;
  return isOpen && visitKey(visit) === key;
}

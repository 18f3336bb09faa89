import { doorOpensAt, doorStepSeconds } from './door.ts';
import type { DoorDigits } from './door-guesses.ts';
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

/**
 * The digits that open the door in this minute and name the visit. Eight begin with the six, so a
 * lock that has not heard yet that its gym has grown opens after the sixth.
 */
export function doorCode(
  hmacSha1: HmacSha1,
  step: number,
  key: number,
  digits: DoorDigits = 6,
): string {
  return timeCode(hmacSha1, step, key, digits);
}

/** Which visit a code names, and of which minute it is. */
export interface NamedVisit {
  readonly visitKey: number;
  readonly step: number;
}

/** Slots of the same length, one after the other. */
export interface SlotSeries {
  readonly from: Date;
  readonly slotMinutes: number;
  readonly slots: number;
}

/** What a lock has heard from the server about the visits it opens for. */
export interface DoorOpenings {
  readonly series: readonly SlotSeries[];
  /** From this moment on the lock does not know which slots there are. */
  readonly knownUntil: Date;
  /** Visits whose codes were handed out and that are not allowed any more. */
  readonly endedVisits: readonly SeatedVisit[];
}

interface Lock {
  readonly hmacSha1: HmacSha1;
  /** The highest number of a seat in the gym. */
  readonly seats: number;
  readonly digits: DoorDigits;
  /** `null` when the lock has not heard from the server yet. */
  readonly openings: DoorOpenings | null;
}

/**
 * Returns what a typed code can name, for the lock. The door stays shut when it names nothing.
 * There is seldom more than one visit, because two have the same digits only by chance, and the
 * server knows which of them is reserved.
 */
export function findNamedVisits(code: string, lock: Lock, now: Date): NamedVisit[] {
  const { hmacSha1, digits } = lock;
  const present = doorStep(now);
  return [present, present - 1].flatMap((step) =>
    listOpenKeys(lock, step, now)
      .filter((key) => doorCode(hmacSha1, step, key, digits) === code)
      .map((key) => ({ visitKey: key, step })),
  );
}

/** The keys of the visits that the door is open for in this minute, as far as the lock knows. */
function listOpenKeys({ seats, openings }: Lock, step: number, now: Date): number[] {
  const numbers = Array.from({ length: seats }, (_, n) => n + 1);
  if (openings === null || now >= openings.knownUntil) {
    const turns = Array.from({ length: slotTurns }, (_, turn) => turn);
    return turns.flatMap((turn) => numbers.map((seat) => toKey(seat, turn)));
  }
  const slots = openings.series.flatMap(listSeries).filter((slot) => isOpenIn(slot, step));
  const keys = slots.flatMap((slot) => numbers.map((seat) => visitKey({ ...slot, seat })));
  const hasEnded = (key: number) =>
    openings.endedVisits.some((visit) => isNamed(visit, { visitKey: key, step }));
  return [...new Set(keys)].filter((key) => !hasEnded(key));
}

function listSeries({ from, slotMinutes, slots }: SlotSeries): SlotTime[] {
  const slotMs = slotMinutes * 60_000;
  return Array.from({ length: slots }, (_, n) => ({
    startsAt: new Date(from.getTime() + n * slotMs),
    endsAt: new Date(from.getTime() + (n + 1) * slotMs),
  }));
}

/** Whether the door is open for a slot in this minute. */
function isOpenIn(slot: SlotTime, step: number): boolean {
  return doorOpensAt(slot) < doorStepStart(step + 1) && doorStepStart(step) < slot.endsAt;
}

/** Whether the door is open for a visit in this minute, and the key is its key. */
export function isNamed(visit: SeatedVisit, { visitKey: key, step }: NamedVisit): boolean {
  return isOpenIn(visit, step) && visitKey(visit) === key;
}

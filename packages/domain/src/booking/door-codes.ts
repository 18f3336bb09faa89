import { doorOpensAt, doorStepSeconds } from './door.ts';
import type { DoorDigits } from './door-guesses.ts';
import type { SlotTime } from './reservations.ts';
import { type HmacSha1, timeCode, timeStep } from '#machines/time-code.ts';

/** Returns the number of the one-minute step in which a code is the current one. */
export function doorStep(now: Date): number {
  return timeStep(now, doorStepSeconds);
}

export function doorStepStart(step: number): Date {
  return new Date(step * doorStepSeconds * 1000);
}

/** Seat of a slot, which stands for the visit of one person. */
export interface SeatedVisit extends SlotTime {
  /** Seat number, from 1. */
  readonly seat: number;
}

/** Maximum number of seats in a gym. */
const maxSeats = 1000;
/** Number of consecutive slots with different keys. */
const slotTurns = 5;
export const largestVisitKey = slotTurns * maxSeats;

/**
 * Returns the number that identifies a visit to the lock. It combines the seat with the slot's
 * position in a cycle of five slots. A slot lasts at least five minutes and the door opens 15
 * minutes early, so the door is never open for more than five slots at once. So two people who can
 * enter at the same time never have the same key.
 */
export function visitKey({ seat, startsAt, endsAt }: SeatedVisit): number {
  const slotMs = endsAt.getTime() - startsAt.getTime();
  return toKey(seat, Math.floor(startsAt.getTime() / slotMs) % slotTurns);
}

function toKey(seat: number, turn: number): number {
  return turn * maxSeats + seat;
}

/**
 * Returns the digits that open the door in this minute and identify the visit. A code of eight
 * digits begins with the code of six. A lock that does not know yet that its gym has grown opens
 * after the sixth digit.
 */
export function doorCode(
  hmacSha1: HmacSha1,
  step: number,
  key: number,
  digits: DoorDigits = 6,
): string {
  return timeCode(hmacSha1, step, key, digits);
}

/** Visit that a code identifies, and the minute of the code. */
export interface NamedVisit {
  readonly visitKey: number;
  readonly step: number;
}

/** Consecutive slots of the same length. */
export interface SlotSeries {
  readonly from: Date;
  readonly slotMinutes: number;
  readonly slots: number;
}

/** Visits that the lock opens for, as received from the server. */
export interface DoorOpenings {
  readonly series: readonly SlotSeries[];
  /** Time from which the lock does not know which slots exist. */
  readonly knownUntil: Date;
  /** Visits whose codes were handed out but that are no longer allowed. */
  readonly endedVisits: readonly SeatedVisit[];
}

interface Lock {
  readonly hmacSha1: HmacSha1;
  /** Highest seat number of the gym. */
  readonly seats: number;
  readonly digits: DoorDigits;
  /** `null` before the first message from the server. */
  readonly openings: DoorOpenings | null;
}

/**
 * Returns the visits that a typed code can identify. The lock stays shut when there are none. There
 * is rarely more than one, because two visits have the same digits only by chance. The server knows
 * which of them is reserved.
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

/**
 * Returns the keys of the visits that the door is open for in this minute, as far as the lock
 * knows.
 */
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

/** Returns whether the door is open for the slot in this minute. */
function isOpenIn(slot: SlotTime, step: number): boolean {
  return doorOpensAt(slot) < doorStepStart(step + 1) && doorStepStart(step) < slot.endsAt;
}

/** Returns whether the code identifies this visit and the door is open for it in that minute. */
export function isNamed(visit: SeatedVisit, { visitKey: key, step }: NamedVisit): boolean {
  return isOpenIn(visit, step) && visitKey(visit) === key;
}

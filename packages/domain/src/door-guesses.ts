import { doorLeadMs } from './door.ts';

/** After this many wrong codes in a row the lock takes none for a while. */
export const maxWrongCodes = 5;

const minuteMs = 60_000;
/** The first pause. Each further one is twice as long as the one before it. */
const firstPauseMs = minuteMs;
/** The longest pause: a prank must not keep members out for a whole slot. */
const longestPauseMs = 15 * minuteMs;
/** After this long without a wrong code the next pause is the first one again. */
const calmMs = 60 * minuteMs;

/** What a lock remembers of wrong codes. */
export interface WrongCodes {
  /** Wrong codes in a row. */
  readonly count: number;
  readonly pauses: number;
  readonly lastAt: Date | null;
  /** `null` while codes are taken. */
  readonly pausedUntil: Date | null;
}

export const noWrongCodes: WrongCodes = { count: 0, pauses: 0, lastAt: null, pausedUntil: null };

export function isPausing({ pausedUntil }: WrongCodes, now: Date): boolean {
  return pausedUntil !== null && now < pausedUntil;
}

/** Counts a wrong code. After a pause there are as many attempts as before it. */
export function countWrongCode(wrong: WrongCodes, now: Date): WrongCodes {
  const { lastAt } = wrong;
  const isCalm = lastAt === null || now.getTime() - lastAt.getTime() >= calmMs;
  const before = isCalm ? noWrongCodes : wrong;
  const count = before.pausedUntil === null ? before.count + 1 : 1;
  if (count < maxWrongCodes) {
    return { count, pauses: before.pauses, lastAt: now, pausedUntil: null };
  }
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** before.pauses);
  const pausedUntil = new Date(now.getTime() + pauseMs);
  return { count, pauses: before.pauses + 1, lastAt: now, pausedUntil };
}

/** A right code ends the row of wrong ones. The next pause stays as long as it was. */
export function countRightCode(wrong: WrongCodes): WrongCodes {
  return { ...wrong, count: 0, pausedUntil: null };
}

/** The number of codes that somebody can try in a night of eight hours alone at the door. */
export const guessesPerNight = 180;
/** Somebody who guesses all night gets in with at most this chance. */
export const maxNightlyChance = 0.01;

export const doorDigitCounts = [6, 8] as const;
export type DoorDigits = (typeof doorDigitCounts)[number];

interface GymSize {
  readonly capacity: number;
  readonly slotMinutes: number;
}

/** The number of codes a lock takes at one moment: of two minutes, for every seat of open slots. */
export function countValidCodes({ capacity, slotMinutes }: GymSize): number {
  const openSlots = 1 + Math.ceil(doorLeadMs / minuteMs / slotMinutes);
  return 2 * capacity * openSlots;
}

/** The chance that somebody who guesses all night opens the door of the gym. */
export function nightlyChance(gym: GymSize, digits: DoorDigits): number {
  return (guessesPerNight * countValidCodes(gym)) / 10 ** digits;
}

/** The number of digits that a gym of this size needs so that guessing does not pay. */
export function chooseDoorDigits(gym: GymSize): DoorDigits {
  return nightlyChance(gym, 6) <= maxNightlyChance ? 6 : 8;
}

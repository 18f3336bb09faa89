import { doorLeadMs } from './door.ts';

/** Number of wrong codes in a row after which the lock pauses. */
export const maxWrongCodes = 5;

const minuteMs = 60_000;
/** Length of the first pause. Each further pause is twice as long as the one before it. */
const firstPauseMs = minuteMs;
/** Maximum length of a pause: a prank must not keep members out for a whole slot. */
const longestPauseMs = 15 * minuteMs;
/** Time without a wrong code after which the next pause has the first length again. */
const calmMs = 60 * minuteMs;

/** Wrong codes that a lock remembers. */
export interface WrongCodes {
  /** Number of wrong codes in a row. */
  readonly count: number;
  readonly pauses: number;
  readonly lastAt: Date | null;
  /** `null` while the lock accepts codes. */
  readonly pausedUntil: Date | null;
}

export const noWrongCodes: WrongCodes = { count: 0, pauses: 0, lastAt: null, pausedUntil: null };

export function isPausing({ pausedUntil }: WrongCodes, now: Date): boolean {
  return pausedUntil !== null && now < pausedUntil;
}

/** Counts a wrong code. After a pause the same number of attempts is allowed again. */
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

/** Counts a right code, which resets the number of wrong ones. The next pause keeps its length. */
export function countRightCode(wrong: WrongCodes): WrongCodes {
  return { ...wrong, count: 0, pausedUntil: null };
}

/** Number of codes that one person can try at the door in a night of eight hours. */
export const guessesPerNight = 180;
/** Maximum chance of opening the door by guessing all night. */
export const maxNightlyChance = 0.01;

export const doorDigitCounts = [6, 8] as const;
export type DoorDigits = (typeof doorDigitCounts)[number];

interface GymSize {
  readonly capacity: number;
  readonly slotMinutes: number;
}

/**
 * Returns the number of codes that a lock accepts at one moment: those of two minutes for every
 * seat of the open slots.
 */
export function countValidCodes({ capacity, slotMinutes }: GymSize): number {
  const openSlots = 1 + Math.ceil(doorLeadMs / minuteMs / slotMinutes);
  return 2 * capacity * openSlots;
}

/** Returns the chance of opening the door of the gym by guessing all night. */
export function nightlyChance(gym: GymSize, digits: DoorDigits): number {
  return (guessesPerNight * countValidCodes(gym)) / 10 ** digits;
}

/** Returns the number of digits that a gym of this size needs against guessing. */
export function chooseDoorDigits(gym: GymSize): DoorDigits {
  return nightlyChance(gym, 6) <= maxNightlyChance ? 6 : 8;
}

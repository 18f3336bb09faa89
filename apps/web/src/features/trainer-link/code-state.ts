import { trainerCodeMs } from '@tanren/domain/trainers';

interface CodeMoment {
  readonly expiresAt: string;
  /** Added to the device's clock it gives the server's, as far as that is known. */
  readonly clockOffset: number;
  /** When the server last said so, by the device's clock. */
  readonly saidAt: number;
  /** By the device's clock. */
  readonly now: number;
}

/** null: the code is over. Never more than its whole life: the device's clock may lag. */
export function computeLeftMs({ expiresAt, clockOffset, saidAt, now }: CodeMoment): number | null {
  const end = Date.parse(expiresAt) - clockOffset;
  if (now < end) return Math.min(end - now, trainerCodeMs);
  // The server said so after the end that this clock believes in: the clock is ahead.
  return saidAt > end ? 0 : null;
}

/** The server ends a code a little before or after a clock that was put right says so. */
const slackMs = 5_000;

/** Why a code is gone when the server says that there is none: over, or taken back elsewhere. */
export function isGoneByTime({ expiresAt, clockOffset, saidAt }: Omit<CodeMoment, 'now'>): boolean {
  return saidAt + clockOffset >= Date.parse(expiresAt) - slackMs;
}

/** `14:32`. */
export function formatLeft(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const spokenMinutes = [1, 5, 10];

/** Read out at a few moments only: a countdown that speaks every second drowns out the code. */
export function announceLeft(leftMs: number): string {
  const minutes = spokenMinutes.find((mark) => leftMs <= mark * 60_000);
  return minutes === undefined ? '' : `有効期限まで、残り${minutes}分以内です。`;
}

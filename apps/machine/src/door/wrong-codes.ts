/** So many wrong codes in a row, and the lock takes none for a while. */
export const mostWrongCodes = 5;
const pauseMs = 60_000;

export interface WrongCodes {
  readonly count: number;
  readonly pausedUntil: Date | null;
}

export const noWrongCodes: WrongCodes = { count: 0, pausedUntil: null };

export function isPausing({ pausedUntil }: WrongCodes, now: Date): boolean {
  return pausedUntil !== null && now < pausedUntil;
}

/** After the pause somebody has as many attempts as before. */
export function countWrongCode(wrong: WrongCodes, now: Date): WrongCodes {
  const count = wrong.pausedUntil === null ? wrong.count + 1 : 1;
  const pausedUntil = count < mostWrongCodes ? null : new Date(now.getTime() + pauseMs);
  return { count, pausedUntil };
}

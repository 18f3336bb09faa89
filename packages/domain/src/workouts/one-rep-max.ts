import { toKilograms } from './loads.ts';

/** Maximum number of reps for an estimate. Above it the formulas differ too much. */
const maxReps = 12;
/**
 * Maximum number of reps for a firm estimate. Estimates from more reps are shown as 参考値 and never
 * become a best.
 */
const maxFirmReps = 10;

export interface OneRepMax {
  readonly oneRepMaxHg: number;
  readonly reps: number;
  readonly reference: boolean;
}

/** Returns whether an estimate from this many reps is only a 参考値. */
export function isReferenceEstimate(reps: number): boolean {
  return reps > maxFirmReps;
}

/**
 * Estimates by Epley's formula w(1 + r/30). A single rep is its own maximum. Returns `null` when
 * the number of reps allows no estimate.
 */
export function estimateOneRepMax(loadHg: number, reps: number): OneRepMax | null {
  if (!Number.isInteger(reps) || reps < 1 || reps > maxReps) return null;
  const oneRepMaxHg = reps === 1 ? loadHg : Math.round((loadHg * (30 + reps)) / 30);
  return { oneRepMaxHg, reps, reference: isReferenceEstimate(reps) };
}

/**
 * Returns the better of two estimates. A firm one is preferred to a 参考値, which tends to be higher
 * and would hide it. Of equal ones the one from fewer reps is preferred, because it is more
 * reliable.
 */
export function betterEstimate(a: OneRepMax | null, b: OneRepMax | null): OneRepMax | null {
  if (a === null || b === null) return a ?? b;
  if (a.reference !== b.reference) return a.reference ? b : a;
  if (a.oneRepMaxHg !== b.oneRepMaxHg) return a.oneRepMaxHg > b.oneRepMaxHg ? a : b;
  return a.reps <= b.reps ? a : b;
}

/**
 * Raises an estimate to the heaviest load that was really lifted, which counts like a single rep.
 * Without an estimate the result stays `null`.
 */
export function raiseToLifted(estimate: OneRepMax | null, liftedHg: number): OneRepMax | null {
  if (estimate === null || estimate.oneRepMaxHg >= liftedHg) return estimate;
  return { oneRepMaxHg: liftedHg, reps: 1, reference: false };
}

/** Estimate as screens show it. `reference`: it is a 参考値 because it comes from many reps. */
interface OneRepMaxEstimate {
  readonly kg: number;
  readonly reps: number;
  readonly reference: boolean;
}

/**
 * Returns a stored estimate, in hectograms and with its reps, for the screen. `liftedHg` is the
 * heaviest load of the period that the estimate covers, such as the day or all workouts so far.
 */
export function describeEstimate(
  oneRepMaxHg: number | null,
  reps: number | null,
  liftedHg: number,
): OneRepMaxEstimate | null {
  if (oneRepMaxHg === null || reps === null) return null;
  const stored = { oneRepMaxHg, reps, reference: isReferenceEstimate(reps) };
  const shown = raiseToLifted(stored, liftedHg) ?? stored;
  return { kg: toKilograms(shown.oneRepMaxHg), reps: shown.reps, reference: shown.reference };
}

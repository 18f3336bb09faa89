import { toKilograms } from './loads.ts';

/** From more reps the formulas differ too widely to say anything. */
const mostReps = 12;
/** Up to here they agree well enough; what lies between is shown as 参考値 and beats nothing. */
const mostFirmReps = 10;

export interface OneRepMax {
  readonly oneRepMaxHg: number;
  readonly reps: number;
  readonly reference: boolean;
}

/** Whether an estimate from so many reps is only 参考値. */
export function isReferenceEstimate(reps: number): boolean {
  return reps > mostFirmReps;
}

/** Epley's w(1 + r/30); a single rep is its own maximum. null where no estimate is honest. */
export function estimateOneRepMax(loadHg: number, reps: number): OneRepMax | null {
  if (!Number.isInteger(reps) || reps < 1 || reps > mostReps) return null;
  const oneRepMaxHg = reps === 1 ? loadHg : Math.round((loadHg * (30 + reps)) / 30);
  return { oneRepMaxHg, reps, reference: isReferenceEstimate(reps) };
}

/**
 * The one to keep of two. A firm one goes before any 参考値, which tends to be higher and
 * would hide it; of equal ones that from fewer reps, the surer.
 */
export function betterEstimate(a: OneRepMax | null, b: OneRepMax | null): OneRepMax | null {
  if (a === null || b === null) return a ?? b;
  if (a.reference !== b.reference) return a.reference ? b : a;
  if (a.oneRepMaxHg !== b.oneRepMaxHg) return a.oneRepMaxHg > b.oneRepMaxHg ? a : b;
  return a.reps <= b.reps ? a : b;
}

/**
 * Nobody's maximum lies below what was really lifted, which tells it as surely as a single rep.
 * Where no set allows an estimate there is still none.
 */
export function atLeastLifted(estimate: OneRepMax | null, liftedHg: number): OneRepMax | null {
  if (estimate === null || estimate.oneRepMaxHg >= liftedHg) return estimate;
  return { oneRepMaxHg: liftedHg, reps: 1, reference: false };
}

/** As screens show it; `reference`: from so many reps that it is a 参考値. */
interface OneRepMaxEstimate {
  readonly kg: number;
  readonly reps: number;
  readonly reference: boolean;
}

/**
 * An estimate as it is stored: in hectograms, with the reps it came from. `liftedHg`: the largest
 * load of the time that the estimate speaks of, such as the day or all workouts so far.
 */
export function describeEstimate(
  oneRepMaxHg: number | null,
  reps: number | null,
  liftedHg: number,
): OneRepMaxEstimate | null {
  if (oneRepMaxHg === null || reps === null) return null;
  const stored = { oneRepMaxHg, reps, reference: isReferenceEstimate(reps) };
  const shown = atLeastLifted(stored, liftedHg) ?? stored;
  return { kg: toKilograms(shown.oneRepMaxHg), reps: shown.reps, reference: shown.reference };
}

import { toKilograms } from './loads.ts';
import { isReferenceEstimate } from './one-rep-max.ts';

/** As screens show it; `reference`: from so many reps that it is a 参考値. */
export interface OneRepMaxEstimate {
  readonly kg: number;
  readonly reps: number;
  readonly reference: boolean;
}

/** Of an estimate as it is kept: in hectograms, with the reps it came from. */
export function describeEstimate(
  oneRepMaxHg: number | null,
  reps: number | null,
): OneRepMaxEstimate | null {
  if (oneRepMaxHg === null || reps === null) return null;
  return { kg: toKilograms(oneRepMaxHg), reps, reference: isReferenceEstimate(reps) };
}

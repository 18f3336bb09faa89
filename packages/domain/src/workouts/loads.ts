/**
 * Loads are kilograms with one decimal on the wire and on screens. Where they are stored,
 * summed and compared they are whole hectograms (100 g), so that 0.1 + 0.2 is 0.3.
 */

export function toHectograms(kg: number): number {
  return Math.round(kg * 10);
}

export function toKilograms(hectograms: number): number {
  return hectograms / 10;
}

/** Range in kg of the loads that any machine may have. */
export const machineLoads = { min: 0.1, max: 1000 } as const;

/** Loads in kg that a machine can be set to. */
export interface LoadRange {
  readonly minLoad: number;
  readonly maxLoad: number;
  readonly loadStep: number;
}

/** Loads that a machine can be set to: `minLoadHg`, every step above it, and `maxLoadHg`. */
export interface SettableLoads {
  readonly minLoadHg: number;
  readonly maxLoadHg: number;
  readonly loadStepHg: number;
}

export function toSettable({ minLoad, maxLoad, loadStep }: LoadRange): SettableLoads {
  return {
    minLoadHg: toHectograms(minLoad),
    maxLoadHg: toHectograms(maxLoad),
    loadStepHg: toHectograms(loadStep),
  };
}

export function isSettable(range: SettableLoads, loadHg: number): boolean {
  const { minLoadHg, maxLoadHg, loadStepHg } = range;
  if (!(loadHg >= minLoadHg && loadHg <= maxLoadHg)) return false;
  return loadHg === maxLoadHg || (loadHg - minLoadHg) % loadStepHg === 0;
}

/** Returns the heaviest setting not above the load, or the lightest setting of the machine. */
export function settableAtMost(range: SettableLoads, loadHg: number): number {
  const { minLoadHg, maxLoadHg, loadStepHg } = range;
  if (loadHg >= maxLoadHg) return maxLoadHg;
  if (loadHg <= minLoadHg) return minLoadHg;
  return minLoadHg + Math.floor((loadHg - minLoadHg) / loadStepHg) * loadStepHg;
}

/** Returns the lightest setting not below the load, or the heaviest setting of the machine. */
export function settableAtLeast(range: SettableLoads, loadHg: number): number {
  const { minLoadHg, maxLoadHg, loadStepHg } = range;
  if (loadHg <= minLoadHg) return minLoadHg;
  const steps = Math.ceil((loadHg - minLoadHg) / loadStepHg);
  return Math.min(minLoadHg + steps * loadStepHg, maxLoadHg);
}

/** Returns the next setting above a load in whole hectograms. */
export function settableAbove(range: SettableLoads, loadHg: number): number {
  return settableAtLeast(range, loadHg + 1);
}

export function settableBelow(range: SettableLoads, loadHg: number): number {
  return settableAtMost(range, loadHg - 1);
}

/**
 * Returns the load of a rep after the load of its set was corrected. A rep that was lighter than
 * its set stays lighter by the same ratio, so a correction never makes a rep too heavy.
 */
export function scaleRepLoad(repHg: number, setHg: number, correctedHg: number): number {
  if (correctedHg === setHg) return repHg;
  return setHg === 0 ? correctedHg : Math.round((repHg * correctedHg) / setHg);
}

/**
 * Result of checking a typed load. It is never rounded to a setting of the machine: typing 375
 * instead of 37.5 would set the maximum. Either the load can be set, or the app shows the member
 * which loads can.
 */
type TypedLoad =
  | { readonly kind: 'settable'; readonly loadHg: number }
  | { readonly kind: 'outside' }
  /** Load between two settings, with the nearest on both sides. */
  | { readonly kind: 'between'; readonly belowHg: number; readonly aboveHg: number };

/** Checks a load in hectograms, which may have a fraction. */
export function placeLoad(loadHg: number, range: SettableLoads): TypedLoad {
  // 37.5 × 10 is exact, 16.1 × 10 is not.
  const hg = Math.round(loadHg * 1000) / 1000;
  if (hg < range.minLoadHg || hg > range.maxLoadHg) return { kind: 'outside' };
  const belowHg = settableAtMost(range, hg);
  if (belowHg === hg) return { kind: 'settable', loadHg: hg };
  return { kind: 'between', belowHg, aboveHg: settableAtLeast(range, hg) };
}

/** Number of days after which a best no longer shows what a member can lift. */
export const recentBestDays = 90;
const heavyFrom = 1.25;

/**
 * Returns whether a load is so far above the best of the last 90 days that it must be confirmed, by
 * the member who chooses it and on the machine. Without a best there is nothing to compare with.
 */
export function isUnusuallyHeavy(loadHg: number, recentBestHg: number | null): boolean {
  return recentBestHg !== null && loadHg > recentBestHg * heavyFrom;
}

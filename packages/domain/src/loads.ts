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

/** What a machine can be set to, in kg. */
export interface LoadRange {
  readonly minLoad: number;
  readonly maxLoad: number;
  readonly loadStep: number;
}

/** What a machine can be set to: `minLoadHg` and every step above it, and `maxLoadHg`. */
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

/** The heaviest setting not above the load, or the lightest there is. */
export function settableAtMost(range: SettableLoads, loadHg: number): number {
  const { minLoadHg, maxLoadHg, loadStepHg } = range;
  if (loadHg >= maxLoadHg) return maxLoadHg;
  if (loadHg <= minLoadHg) return minLoadHg;
  return minLoadHg + Math.floor((loadHg - minLoadHg) / loadStepHg) * loadStepHg;
}

/** The lightest setting not below the load, or the heaviest there is. */
export function settableAtLeast(range: SettableLoads, loadHg: number): number {
  const { minLoadHg, maxLoadHg, loadStepHg } = range;
  if (loadHg <= minLoadHg) return minLoadHg;
  const steps = Math.ceil((loadHg - minLoadHg) / loadStepHg);
  return Math.min(minLoadHg + steps * loadStepHg, maxLoadHg);
}

/** The next setting above a load in whole hectograms. */
export function settableAbove(range: SettableLoads, loadHg: number): number {
  return settableAtLeast(range, loadHg + 1);
}

export function settableBelow(range: SettableLoads, loadHg: number): number {
  return settableAtMost(range, loadHg - 1);
}

/**
 * What a rep moved, after the load of its set was corrected: one that was lighter than its set
 * stays lighter by the same part, so that no correction makes anybody stronger than meant.
 */
export function followSetLoad(repHg: number, setHg: number, correctedHg: number): number {
  if (correctedHg === setHg) return repHg;
  return setHg === 0 ? correctedHg : Math.round((repHg * correctedHg) / setHg);
}

/**
 * A typed load is never rounded to what a machine can set: 375 for 37.5 would set it to its
 * maximum. Either the load can be set, or the member is told which loads can.
 */
type TypedLoad =
  | { readonly kind: 'settable'; readonly loadHg: number }
  | { readonly kind: 'outside' }
  /** Between two plates: the nearest of both sides. */
  | { readonly kind: 'between'; readonly belowHg: number; readonly aboveHg: number };

/** In hectograms, perhaps with a fraction. */
export function placeLoad(loadHg: number, range: SettableLoads): TypedLoad {
  // 37.5 × 10 is exact, 16.1 × 10 is not.
  const hg = Math.round(loadHg * 1000) / 1000;
  if (hg < range.minLoadHg || hg > range.maxLoadHg) return { kind: 'outside' };
  const belowHg = settableAtMost(range, hg);
  if (belowHg === hg) return { kind: 'settable', loadHg: hg };
  return { kind: 'between', belowHg, aboveHg: settableAtLeast(range, hg) };
}

/** How long a best says what somebody can do. */
export const recentBestDays = 90;
const heavyFrom = 1.25;

/**
 * Whether a load is so far above the best of the last 90 days that it has to be confirmed, by the
 * member who chooses it and on the machine. Without any best there is nothing to compare with.
 */
export function isUnusuallyHeavy(loadHg: number, recentBestHg: number | null): boolean {
  return recentBestHg !== null && loadHg > recentBestHg * heavyFrom;
}

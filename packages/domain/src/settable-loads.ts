import { type LoadRange, toHectograms } from './loads.ts';

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

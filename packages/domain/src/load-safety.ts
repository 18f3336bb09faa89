import { type SettableLoads, settableAtLeast, settableAtMost } from './settable-loads.ts';

/**
 * What is typed as a load is never bent to what a machine can do: 375 for 37.5 would set it to its
 * maximum. Either it can be set, or whoever typed it is told what can.
 */
export type TypedLoad =
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
 * Whether a load is so much above the best of the last 90 days that it is asked for once more,
 * by whoever chooses it and by the machine. Without any best there is nothing to compare with.
 */
export function isUnusuallyHeavy(loadHg: number, recentBestHg: number | null): boolean {
  return recentBestHg !== null && loadHg > recentBestHg * heavyFrom;
}

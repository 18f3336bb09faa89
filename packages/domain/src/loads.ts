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

/** Numbers that can be set in steps: `min`, every `step` above it, and `max`. */
export interface StepRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Rounds to tenths, to remove the error of binary fractions. */
function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}

function countSteps(value: number, { min, step }: StepRange): number {
  return Math.round(((value - min) / step) * 1e6) / 1e6;
}

function clamp(value: number, { min, max }: StepRange): number {
  return Math.min(max, Math.max(min, value));
}

/** Returns the next step above the value. */
export function stepUp(value: number, range: StepRange): number {
  const steps = Math.floor(countSteps(value, range)) + 1;
  return clamp(tidy(range.min + steps * range.step), range);
}

export function stepDown(value: number, range: StepRange): number {
  const steps = Math.ceil(countSteps(value, range)) - 1;
  return clamp(tidy(range.min + steps * range.step), range);
}

/**
 * Returns the nearest number that can be set. It is only for numbers that the page proposes, never
 * for typed ones.
 */
export function nearestSettable(value: number, range: StepRange): number {
  const inside = clamp(tidy(value), range);
  if (inside === range.max) return inside;
  const steps = Math.round(countSteps(inside, range));
  return clamp(tidy(range.min + steps * range.step), range);
}

/**
 * Result for a typed number, which is never changed. If it cannot be set, the result names the
 * nearest numbers that can.
 */
export type TypedNumber =
  | { readonly kind: 'settable'; readonly value: number }
  | { readonly kind: 'outside' }
  | { readonly kind: 'between'; readonly below: number; readonly above: number };

export function judgeTyped(value: number, range: StepRange): TypedNumber {
  if (value < range.min || value > range.max) return { kind: 'outside' };
  const isStep = Number.isInteger(countSteps(value, range)) || value === range.max;
  if (isStep) return { kind: 'settable', value };
  return { kind: 'between', below: stepDown(value, range), above: stepUp(value, range) };
}

/** Reads a number as phones and Japanese keyboards write it. Returns `null` for any other text. */
export function readNumber(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '');
  return /^\d{1,6}(\.\d{0,3})?$/.test(plain) ? Number(plain) : null;
}

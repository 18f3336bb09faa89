/** Numbers that are set in steps: `min`, every `step` above it, and `max`. */
export interface StepRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Tenths at most, without the debris of binary fractions. */
function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}

function countSteps(value: number, { min, step }: StepRange): number {
  return Math.round(((value - min) / step) * 1e6) / 1e6;
}

function clamp(value: number, { min, max }: StepRange): number {
  return Math.min(max, Math.max(min, value));
}

/** From between two steps to the nearer of them upwards. */
export function stepUp(value: number, range: StepRange): number {
  const steps = Math.floor(countSteps(value, range)) + 1;
  return clamp(tidy(range.min + steps * range.step), range);
}

export function stepDown(value: number, range: StepRange): number {
  const steps = Math.ceil(countSteps(value, range)) - 1;
  return clamp(tidy(range.min + steps * range.step), range);
}

/** The nearest that can be set, for a number that the page itself proposes; never for what is typed. */
export function nearestSettable(value: number, range: StepRange): number {
  const inside = clamp(tidy(value), range);
  if (inside === range.max) return inside;
  const steps = Math.round(countSteps(inside, range));
  return clamp(tidy(range.min + steps * range.step), range);
}

/** What is made of a typed number: nothing but itself. What cannot be set is said, with what can. */
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

/** As phones and Japanese keyboards write it; null for what is no number. */
export function readNumber(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '');
  return /^\d{1,6}(\.\d{0,3})?$/.test(plain) ? Number(plain) : null;
}

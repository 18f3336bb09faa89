export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const niceSteps = [1, 2, 2.5, 5, 10];

/** Returns the smallest round step with which `span` needs at most `count` steps. */
function chooseStep(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  // 0.4 − 0.1 is slightly more than 0.3 in binary, which must not double the step.
  const step = niceSteps.find((nice) => nice * power >= rough * (1 - 1e-9)) ?? 10;
  return step * power;
}

/**
 * Returns a scale of round numbers around the values, with about four lines. It never goes below
 * zero.
 */
export function scaleAround(values: readonly number[], options: { fromZero: boolean }): Scale {
  const high = Math.max(...values);
  const low = options.fromZero ? 0 : Math.min(...values);
  // Equal values get some space above and below.
  const span = high - low || Math.max(high * 0.2, 1);
  const step = chooseStep(span, 3);
  const first = Math.max(0, Math.floor((high === low ? low - span / 2 : low) / step));
  const last = Math.max(first + 1, Math.ceil((high === low ? high + span / 2 : high) / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    // Rounding is needed because 3 × 0.1 is not exactly 0.3.
    Number(((first + index) * step).toPrecision(12)),
  );
  return { from: ticks[0] ?? 0, to: ticks.at(-1) ?? 1, ticks };
}

/** Returns the position of a value between two positions. */
export function toPosition(
  value: number,
  scale: { from: number; to: number },
  start: number,
  end: number,
): number {
  if (scale.to === scale.from) return (start + end) / 2;
  return start + ((value - scale.from) / (scale.to - scale.from)) * (end - start);
}

/** Returns the index of the nearest position. The positions must ascend. */
export function findNearest(positions: readonly number[], x: number): number {
  let nearest = 0;
  for (const [index, at] of positions.entries()) {
    if (Math.abs(at - x) < Math.abs((positions[nearest] ?? 0) - x)) nearest = index;
  }
  return nearest;
}

/** Returns `count` evenly spaced numbers from 0 to `last`, both included. */
export function spread(last: number, count: number): number[] {
  if (last <= 0) return [0];
  const steps = Math.min(count - 1, last);
  return Array.from({ length: steps + 1 }, (_, index) => Math.round((index * last) / steps));
}

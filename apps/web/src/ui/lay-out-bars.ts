export interface PlacedBar {
  readonly group: number;
  readonly x: number;
  readonly width: number;
}

/** Widest a bar may get, so that a single one is not a wall. */
const widest = 24;
/** Of the width of a bar. */
const barGap = 0.25;
const groupGap = 1;

/** Bars of all groups side by side between two places, with more room between groups. */
export function layOutBars(counts: readonly number[], left: number, right: number): PlacedBar[] {
  const bars = counts.reduce((sum, count) => sum + count, 0);
  const units = bars * (1 + barGap) + (counts.length - 1) * groupGap;
  const width = Math.min(widest, (right - left) / units);
  const placed: PlacedBar[] = [];
  let x = (left + right - units * width) / 2 + (barGap * width) / 2;
  for (const [group, count] of counts.entries()) {
    for (let index = 0; index < count; index += 1) {
      placed.push({ group, x, width });
      x += width * (1 + barGap);
    }
    x += width * groupGap;
  }
  return placed;
}

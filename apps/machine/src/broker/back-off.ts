/**
 * How long to wait before the n-th attempt in a row: doubled each time up to the longest, and
 * spread, so that a gym of machines does not come back to a restarted broker all at once.
 */
export function backOff(
  attempt: number,
  { firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number },
  random: () => number,
): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}

export interface Timed {
  readonly p50: number;
  readonly p99: number;
}

/** How long it took; or, if the function tells, how long the part of it that counts. */
type Run = () => Promise<number | void>;

const rounds = 9;
const runsPerRound = 200;

/**
 * The ways in turns, so that whatever else the machine does falls on all of them. Of each
 * round the percentiles, of the rounds the median: one disturbance does not decide.
 */
export async function compareTimes(ways: readonly Run[]): Promise<Timed[]> {
  const timed = ways.map((): Timed[] => []);
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const times = ways.map((): number[] => []);
    for (let count = 0; count < runsPerRound; count += 1) {
      for (const [index, run] of ways.entries()) {
        const startedAt = performance.now();
        const measured = await run();
        times[index]?.push(measured ?? performance.now() - startedAt);
      }
    }
    if (round === 0) continue;
    for (const [index, of] of times.entries()) timed[index]?.push(summarize(of));
  }
  return timed.map((of) => ({ p50: medianOf(of, 'p50'), p99: medianOf(of, 'p99') }));
}

function summarize(times: readonly number[]): Timed {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function medianOf(timed: readonly Timed[], which: keyof Timed): number {
  const sorted = timed.map((round) => round[which]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

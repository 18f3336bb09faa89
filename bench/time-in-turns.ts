export interface Timed {
  readonly p50: number;
  readonly p99: number;
}

/** Returns the milliseconds that count, or nothing when the whole duration counts. */
type Run = () => Promise<number | void>;

const rounds = 9;
const runsPerRound = 200;

/**
 * Runs the alternatives in turns, so that other work of the computer affects all of them. Returns
 * the medians over the rounds of the percentiles, so that one disturbance does not decide.
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

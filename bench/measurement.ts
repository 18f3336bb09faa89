import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** One measured number and its maximum. Every `*.bench.ts` exports `measure()`. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  /** Unit of the value. Empty for a count. */
  readonly unit: 's' | 'ms' | 'kB' | 'MB' | 'x' | '';
}

export interface Benchmark {
  measure: () => Promise<readonly Measurement[]>;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Waits for the next message of a process that makes load. Throws if it ends instead. */
export async function hearChild(child: ChildProcess): Promise<unknown> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The process that makes load ended with ${code} before it was done.`);
  });
  const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [unknown];
  settled.abort();
  ended.catch(() => undefined);
  return message;
}

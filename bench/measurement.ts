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

/** One measured number and the most it may be. Every `*.bench.ts` exports `measure()`. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  /** Empty for a count. */
  readonly unit: 's' | 'ms' | 'kB' | 'MB' | 'x' | '';
}

export interface Benchmark {
  measure: () => Promise<readonly Measurement[]>;
}

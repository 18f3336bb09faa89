import type { Pace } from './pace.ts';

export interface LiftOptions {
  readonly pace: Pace;
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

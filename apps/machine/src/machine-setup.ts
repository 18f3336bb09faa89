import type { LoadRange } from '@tanren/domain/loads';

/** What is written into a machine when it is set up. */
export interface MachineIdentity extends LoadRange {
  readonly id: number;
  readonly gymId: number;
  readonly workoutTypeId: number;
  readonly name: string;
  readonly secret: string;
}

export interface MachineTiming {
  /** Until a workout that nobody answered is sent again. */
  readonly resendMs: number;
  /** Between two live messages while nothing happens. */
  readonly stateMs: number;
  /** How often to ask for the present link until somebody answers. */
  readonly askMs: number;
  readonly keepAliveSeconds: number;
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
}

export const usualTiming: MachineTiming = {
  resendMs: 30_000,
  stateMs: 20_000,
  askMs: 5000,
  keepAliveSeconds: 30,
  retry: { firstMs: 500, longestMs: 30_000 },
};

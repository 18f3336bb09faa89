import type { LoadRange } from '@tanren/domain/workouts/loads';
import type { MachineListener } from './machine-event.ts';

/** What is written into a machine when it is set up. */
export interface MachineIdentity extends LoadRange {
  readonly id: number;
  readonly gymId: number;
  readonly workoutTypeId: number;
  readonly name: string;
  readonly secret: string;
}

export interface MachineOptions {
  readonly identity: MachineIdentity;
  readonly brokerUrl: string;
  readonly brokerCa: Buffer | null;
  readonly webOrigin: string;
  readonly journalFolder: string;
  readonly timing: MachineTiming;
  readonly now: () => Date;
  readonly random: () => number;
  readonly onEvent: MachineListener;
}

export interface MachineTiming {
  /** Until a workout that nobody answered is sent again. */
  readonly resendMs: number;
  /** Between two live messages while nothing happens. */
  readonly stateMs: number;
  /** How often to ask for the present link until somebody answers. */
  readonly askMs: number;
  readonly keepAliveSeconds: number;
  /** A bout that nobody is linked for is over when nothing was lifted for so long. */
  readonly unlinkedIdleMs: number;
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
}

export const usualTiming: MachineTiming = {
  resendMs: 30_000,
  stateMs: 20_000,
  askMs: 5000,
  keepAliveSeconds: 30,
  unlinkedIdleMs: 5 * 60_000,
  retry: { firstMs: 500, longestMs: 30_000 },
};

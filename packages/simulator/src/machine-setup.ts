import type { LoadRange } from '@tanren/domain/workouts/loads';
import type { Journal } from '#journal/journal.ts';
import type { MachineListener } from './machine-event.ts';

/** Data that is written into a machine when it is set up. */
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
  readonly journal: Journal;
  readonly timing: MachineTiming;
  readonly now: () => Date;
  readonly random: () => number;
  readonly onEvent: MachineListener;
}

export interface MachineTiming {
  /** Time after which an unanswered workout is sent again. */
  readonly resendMs: number;
  /** Interval of live messages while nothing happens. */
  readonly stateMs: number;
  /** Interval in which the machine asks for the current link until the server answers. */
  readonly requestMs: number;
  readonly keepAliveSeconds: number;
  /** Time without a rep after which a bout without a link ends. */
  readonly unlinkedIdleMs: number;
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
}

export const usualTiming: MachineTiming = {
  resendMs: 30_000,
  stateMs: 20_000,
  requestMs: 5000,
  keepAliveSeconds: 30,
  unlinkedIdleMs: 5 * 60_000,
  retry: { firstMs: 500, longestMs: 30_000 },
};

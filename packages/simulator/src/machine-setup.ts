import type { LoadRange } from '@tanren/domain/workouts/loads';
import type { MachineState } from './bout.ts';
import type { openBrokerLine } from './broker/broker-line.ts';
import type { Journal } from '#journal/journal.ts';
import type { SavedLink } from '#journal/state-files.ts';
import type { MachineListener } from './machine-event.ts';
import type { SessionStep } from './menu-steps.ts';
import type { RepCounter } from './rep-counter.ts';

/** What a simulated machine of version 2 says it is. */
export interface Equipment {
  readonly maker: string;
  readonly model: string;
  /** Seat position at the start. `null` for a machine that does not know its seat. */
  readonly seat: number | null;
  /** Whether a motor sets the seat. */
  readonly setsSeat: boolean;
}

export const usualEquipment: Equipment = {
  maker: 'TANREN',
  model: 'Simulator',
  seat: 4,
  setsSeat: false,
};

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
  /** `null` for a machine of version 1, which measures only the duration of a rep. */
  readonly equipment: Equipment | null;
  readonly brokerUrl: string;
  readonly brokerCa: Buffer | null;
  readonly webOrigin: string;
  readonly journal: Journal;
  readonly timing: MachineTiming;
  readonly now: () => Date;
  readonly random: () => number;
  readonly onEvent: MachineListener;
  /** Opens the connection to the broker. Tests replace it to break a machine. */
  readonly openLine?: typeof openBrokerLine;
}

export interface MachineTiming {
  /** Time after which an unanswered workout is sent again. */
  readonly resendMs: number;
  /** Interval of live messages while nothing happens. */
  readonly stateMs: number;
  /** Interval in which the machine asks for the current link until the server answers. */
  readonly requestMs: number;
  /** Time for which workouts with measures wait for the version of a server. */
  readonly welcomeMs: number;
  /** Interval in which an unused machine asks a server that has told no or an older version. */
  readonly askAgainMs: number;
  readonly keepAliveSeconds: number;
  /** Time without a rep after which a bout without a link ends. */
  readonly unlinkedIdleMs: number;
  /** Interval in which a machine repeats that it is used without a link. */
  readonly useMs: number;
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
}

export const usualTiming: MachineTiming = {
  resendMs: 30_000,
  stateMs: 20_000,
  requestMs: 5000,
  welcomeMs: 5000,
  askAgainMs: 10 * 60_000,
  keepAliveSeconds: 30,
  unlinkedIdleMs: 5 * 60_000,
  useMs: 60_000,
  retry: { firstMs: 500, longestMs: 30_000 },
};

export interface Machine extends Omit<RepCounter, 'prepareLoad'> {
  readonly identity: MachineIdentity;
  readonly state: () => MachineState;
  /** Returns the current link. Its list of items stays the same object until it changes. */
  readonly link: () => SavedLink | null;
  /** Returns the seat position. `null` when the machine does not know it. */
  readonly seat: () => number | null;
  readonly setSeat: (seat: number) => void;
  /** Returns the current step of the member's menu. `null` when there is none. */
  readonly step: () => SessionStep | null;
  readonly isConnected: () => boolean;
  /** Sets a typed load. A load that cannot be set is rejected instead of rounded. */
  readonly typeLoad: (kg: number) => void;
  /**
   * Returns a load that waits for confirmation, because it is far above the member's recent best.
   * `null` when there is none.
   */
  readonly unconfirmedKg: () => number | null;
  readonly confirmLoad: () => void;
  /** Returns the number of finished workouts that the server has not answered yet. */
  readonly pendingCount: () => number;
  /**
   * Ends the bout with the sets it has, sends the last status and disconnects. The journal stays.
   */
  readonly stop: () => Promise<void>;
}

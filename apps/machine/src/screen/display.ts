import type { MachineEvent } from '#machine-event.ts';
import type { Machine } from '#machine.ts';

/** Where the events of the machines of this process go. */
export interface Display {
  readonly show: (machineId: number, event: MachineEvent) => void;
  /** From here on it may draw. */
  readonly attach: (machines: readonly Machine[]) => void;
  readonly close: () => void;
}

export type Write = (text: string) => void;

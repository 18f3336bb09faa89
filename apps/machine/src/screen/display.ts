import type { MachineEvent } from '@tanren/simulator/machine-event';
import type { Machine } from '@tanren/simulator/machine-setup';
import type { SessionItems } from '@tanren/simulator/menu-steps';

/** Receives the events of all machines of this process. */
export interface Display {
  readonly show: (machineId: number, event: MachineEvent) => void;
  /** Starts drawing these machines. */
  readonly attach: (machines: readonly Machine[]) => void;
  readonly close: () => void;
}

export type Write = (text: string) => void;

/** Prints one JSON object per line, for programs. */
export function printJsonLines(write: Write, now: () => Date): Display {
  return {
    show: (machineId, event) =>
      write(`${JSON.stringify({ ...event, machineId, at: now().toISOString() })}\n`),
    attach: () => undefined,
    close: () => undefined,
  };
}

/** Prints one line per important event, without a terminal. */
export function printPlainLines(write: Write, brokerUrl: string): Display {
  const lastShown = new Map<number, string>();
  return {
    show: (machineId, event) => {
      const text = describeEvent(event, brokerUrl);
      // A broker that is away is reported once, not for each attempt.
      if (text === null || lastShown.get(machineId) === text) return;
      lastShown.set(machineId, text);
      write(`machine ${machineId}: ${text}\n`);
    },
    attach: () => undefined,
    close: () => undefined,
  };
}

export function describeEvent(event: MachineEvent, brokerUrl: string): string | null {
  switch (event.event) {
    case 'started':
      return event.pending.length === 0
        ? null
        : `${event.pending.length} workout(s) in the journal, to be sent`;
    case 'connected':
      return 'connected';
    case 'disconnected':
      return `no connection to ${brokerUrl} (${event.reason}); trying again. Does the server run (npm start)?`;
    case 'welcomed':
      return `the server speaks version ${event.protocol} of the protocol`;
    case 'described':
      return event.result === 'stored' ? null : `description rejected: ${event.detail ?? ''}`;
    case 'seat':
      return `seat position ${event.seat}`;
    case 'failed-rep':
      return `a rep of ${event.loadKg} kg was not completed`;
    case 'held':
      return `held for ${event.initial} until ${event.until}`;
    case 'released':
      return 'no longer held';
    case 'refused':
      return `the broker refuses it (${event.reason}): is its secret the right one?`;
    case 'code':
      return `code ${event.code}  ${event.url}`;
    case 'linked':
      return [
        `linked with ${event.nickname}, next load ${event.nextLoadKg ?? 'unknown'} kg`,
        ...event.items.map(describeItem),
      ].join(', ');
    case 'items':
      return event.items.length === 0
        ? 'no session to follow any more'
        : `follows a session: ${event.items.map(describeItem).join(', ')}`;
    case 'next-load':
      return `next load is now ${event.nextLoadKg ?? 'unknown'} kg`;
    case 'confirm-load':
      return `${event.loadKg} kg is far above the member's recent best of ${event.recentBestKg} kg: confirm to set it`;
    case 'load-refused':
      return `${event.loadKg} kg cannot be set`;
    case 'unlinked':
      return `unlinked (${event.reason})`;
    case 'set-ended':
      return `set ${event.set}: ${event.reps} reps of ${event.loadKg} kg`;
    case 'finished':
      return `workout ${event.workout.workoutUuid} finished${event.recovered ? ' (found after a power cut)' : ''}`;
    case 'claim':
      return `lifted without a link: claim code ${event.code}  ${event.url}`;
    case 'acked':
      return `workout ${event.workoutUuid} ${event.result}${event.reason === null ? '' : `: ${event.reason}`}`;
    case 'damaged':
      return `${event.file} could not be read and was set aside`;
    case 'ignored':
      return `a message on ${event.topic} was passed over (${event.reason})`;
    case 'load':
    case 'set-started':
    case 'rep':
    case 'published':
      return null;
  }
}

function describeItem({ sets, reps, loadKg }: SessionItems[number]): string {
  return `${sets} x ${reps} reps${loadKg === null ? '' : ` of ${loadKg} kg`}`;
}

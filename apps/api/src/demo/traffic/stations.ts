import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Random } from '@tanren/demo/random';
import { linkStepSeconds } from '@tanren/domain/machines/machine-links';
import { createMemoryJournal } from '@tanren/simulator/journal/journal';
import { deriveLinkKey, makeLinkCode } from '@tanren/simulator/link-codes';
import { startMachine } from '@tanren/simulator/machine';
import {
  type Machine,
  type MachineIdentity,
  usualEquipment,
  usualTiming,
} from '@tanren/simulator/machine-setup';

/** A machine of the demo gyms, and who uses it. */
export interface Station {
  readonly identity: MachineIdentity;
  /** Emits `change` after each event of the machine. */
  readonly events: EventEmitter;
  /** The simulated machine. `null` while another client has the machine. */
  machine: Machine | null;
  /** Whether the broker does not accept our secret. */
  isRefused: boolean;
  lostAt: number;
  /** `sub` of the demo member on the machine. `null` while it is free. */
  visitor: string | null;
}

/** The pings also tell the server that an idle machine is still there. */
const keepAliveSeconds = 240;
/** Nobody sees the screens of the demo machines, which show this address as a QR code. */
const webOrigin = 'http://localhost';

/** Reads the machines with their secrets. There are none if the demo was created elsewhere. */
export async function readStations(dataDir: string): Promise<Station[]> {
  const text = await readFile(path.join(dataDir, 'machines.json'), 'utf8').catch(() => null);
  if (text === null) return [];
  const known = JSON.parse(text) as { readonly machines: readonly MachineIdentity[] };
  return known.machines.map((identity) => ({
    identity,
    events: new EventEmitter(),
    machine: null,
    isRefused: false,
    lostAt: 0,
    visitor: null,
  }));
}

interface StationLines {
  readonly brokerUrl: string;
  readonly now: () => Date;
  readonly random: Random;
  /** Called with the `sub` of the demo member whose machine was taken over. */
  readonly onLost: (visitor: string) => void;
}

/**
 * Connects a machine, which keeps no journal: a workout under way when the program ends is lost. It
 * does not reconnect by itself, because two clients with the same name would disconnect each other
 * for ever.
 */
export async function connect(station: Station, lines: StationLines): Promise<void> {
  const { brokerUrl, now, random, onLost } = lines;
  const machine = startMachine({
    identity: station.identity,
    equipment: usualEquipment,
    brokerUrl,
    brokerCa: null,
    webOrigin,
    journal: createMemoryJournal(),
    timing: { ...usualTiming, keepAliveSeconds },
    now,
    random: random.next,
    onEvent: ({ event }) => {
      if (event === 'refused') station.isRefused = true;
      if (event === 'disconnected') {
        station.machine = null;
        station.lostAt = now().getTime();
        void machine.stop();
        if (station.visitor !== null) onLost(station.visitor);
      }
      station.events.emit('change');
    },
  });
  station.machine = machine;
  await waitFor(station, () => machine.isConnected());
}

/**
 * Waits until an event of the machine makes a condition true, or the connection is lost.
 * @throws AbortError when the signal ends the wait
 */
export async function waitFor(
  station: Station,
  isTrue: () => boolean,
  options: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  while (!isTrue() && station.machine !== null) await once(station.events, 'change', options);
}

/**
 * Returns the machine's code of a minute ago, which is still valid. The current code stays unused
 * for a member who takes the machine over.
 */
export function showLastLinkCode({ id, secret }: MachineIdentity, now: Date): string {
  const shownAt = new Date(now.getTime() - linkStepSeconds * 1000);
  return makeLinkCode(id, deriveLinkKey(secret), webOrigin, shownAt).code;
}

import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJournal } from '@tanren/simulator/journal/journal';
import { liftWhenLinked } from '@tanren/simulator/lifting/lift-workouts';
import { createPace } from '@tanren/simulator/lifting/rep-timing';
import {
  type Equipment,
  type Machine,
  type MachineIdentity,
  usualEquipment,
} from '@tanren/simulator/machine-setup';
import { startMachine } from '@tanren/simulator/machine';
import type { Display } from '#screen/display.ts';
import type { Arguments } from './arguments.ts';
import type { Settings } from './settings.ts';

interface RunningMachines {
  readonly machines: readonly Machine[];
  /**
   * Resolves when all workouts were lifted and sent. Never resolves without a number of workouts.
   */
  readonly done: Promise<void>;
  readonly stop: () => Promise<void>;
}

interface RunOptions {
  readonly identities: readonly MachineIdentity[];
  readonly args: Pick<Arguments, 'auto' | 'workouts' | 'speed' | 'old' | 'seat' | 'motor'>;
  readonly settings: Settings;
  readonly display: Display;
  readonly now: () => Date;
  readonly random: () => number;
}

const pollMs = 50;

function chooseEquipment({ old, seat, motor }: RunOptions['args']): Equipment | null {
  if (old) return null;
  return { ...usualEquipment, seat: seat ?? usualEquipment.seat, setsSeat: motor };
}

export function runMachines(options: RunOptions): RunningMachines {
  const { args, settings, display, now, random } = options;
  const machines = options.identities.map((identity) =>
    startMachine({
      identity,
      equipment: chooseEquipment(args),
      brokerUrl: settings.brokerUrl,
      brokerCa: settings.brokerCa,
      webOrigin: settings.webOrigin,
      journal: openJournal(path.join(settings.journalFolder, String(identity.id))),
      timing: settings.timing,
      now,
      random,
      onEvent: (event) => display.show(identity.id, event),
    }),
  );
  display.attach(machines);

  const stopping = new AbortController();
  const { signal } = stopping;
  // Every machine of the gym listens to this signal.
  setMaxListeners(0, signal);
  const wait = (ms: number) => sleep(ms, undefined, { signal });
  const serve = async (machine: Machine) => {
    if (!args.auto) return new Promise<never>(() => undefined);
    const pace = createPace(args.speed);
    await liftWhenLinked(machine, { workouts: args.workouts, pace, random, wait, signal });
    while (machine.pendingCount() > 0) await wait(pollMs);
  };
  const served = Promise.all(machines.map(serve)).then(() => undefined);

  return {
    machines,
    done: served.catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
    stop: async () => {
      stopping.abort();
      await Promise.all(machines.map((machine) => machine.stop()));
      display.close();
    },
  };
}

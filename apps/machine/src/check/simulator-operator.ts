import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJournal } from '@tanren/simulator/journal/journal';
import { shortestRepMs } from '@tanren/simulator/lifting/rep-timing';
import { type Machine, type MachineOptions, usualEquipment } from '@tanren/simulator/machine-setup';
import { startMachine } from '@tanren/simulator/machine';
import type { LoadRange } from '@tanren/domain/workouts/loads';
import type { KitBroker } from './kit-broker.ts';
import type { Operator } from './operator.ts';

interface SimulatorOptions {
  readonly broker: KitBroker;
  readonly machineId: number;
  readonly secret: string;
  readonly loads: LoadRange;
  /** Starts the machine. Tests start broken ones. */
  readonly start?: (options: MachineOptions, storage: string) => Machine;
}

/** Short times, because nothing waits for a person. */
const timing: MachineOptions['timing'] = {
  resendMs: 200,
  stateMs: 20_000,
  requestMs: 200,
  welcomeMs: 2000,
  askAgainMs: 1_000_000,
  keepAliveSeconds: 30,
  unlinkedIdleMs: 60_000,
  useMs: 60_000,
  retry: { firstMs: 20, longestMs: 100 },
};
const pollMs = 2;
/** Time by which the machine's clock is put forward after a set. */
const restMs = 1000;
const powerCutMs = 5000;

/** Runs the simulator in this process. It needs no waits: its clock skips reps, rests and power cuts. */
export async function runSimulator(options: SimulatorOptions): Promise<Operator> {
  const { broker, machineId, secret, loads, start = startMachine } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'tanren-check-'));
  let machine: Machine | null = null;
  let power = 0;
  let skippedMs = 0;
  const storageOf = (number: number) => path.join(folder, String(number));
  const countMessages = () => broker.entries.filter(({ kind }) => kind === 'message').length;
  const isOnline = () => machine?.isConnected() === true;

  return {
    powerOn: async (clockOffsetSeconds) => {
      const storage = storageOf(power);
      machine = start(
        {
          identity: { id: machineId, gymId: 0, workoutTypeId: 1, name: '', secret, ...loads },
          equipment: usualEquipment,
          brokerUrl: broker.url,
          brokerCa: broker.certificate,
          webOrigin: 'http://localhost',
          journal: openJournal(storage),
          timing,
          now: () => new Date(Date.now() + skippedMs + clockOffsetSeconds * 1000),
          random: Math.random,
          onEvent: () => {},
        },
        storage,
      );
    },
    cutPower: async () => {
      broker.interrupt();
      while (isOnline()) await sleep(pollMs);
      await cp(storageOf(power), storageOf(power + 1), { recursive: true });
      power += 1;
      skippedMs += powerCutMs;
      // The machine ends in an orderly way, but neither the kit nor the next one can notice it.
      await machine?.stop();
      machine = null;
      broker.restore();
    },
    lift: async (reps, loadKg) => {
      machine?.setLoad(loadKg);
      machine?.startSet();
      for (let rep = 0; rep < reps; rep += 1) {
        skippedMs += shortestRepMs;
        const before = countMessages();
        machine?.completeRep(shortestRepMs);
        // The machine publishes no reps without a link, so the kit has nothing to wait for.
        while (isOnline() && machine?.link() !== null && countMessages() === before) {
          await sleep(pollMs);
        }
      }
      machine?.endSet();
      skippedMs += restMs;
    },
    finish: async () => machine?.finishWorkout(),
    close: async () => {
      await machine?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

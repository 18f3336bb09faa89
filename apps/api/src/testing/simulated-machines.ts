import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { WorkoutMessage } from '@tanren/contract/machine-messages';
import { onTestFinished, vi } from 'vitest';
import { describeCredentials, type LinkedMachine } from './linked-gym.ts';
import { makeScratchFolder } from './scratch-folder.ts';

/** A line of the simulator's `--json`; which fields there are depends on the event. */
export interface SimulatorEvent {
  readonly event: string;
  readonly machineId: number;
  readonly workout?: WorkoutMessage;
  readonly pending?: readonly string[];
  readonly workoutUuid?: string;
  readonly result?: string;
}

export interface SimulatedMachines {
  /** Of every process there was. */
  readonly events: readonly SimulatorEvent[];
  /** `following`: one workout for each link, or what a session asks for. */
  readonly start: (how: 'lifting' | 'following' | 'sending') => void;
  /** As a power cut of the whole gym. */
  readonly kill: () => Promise<void>;
  /** Ctrl-C; answers the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Whether the present process has an answer to everything it found or finished. */
  readonly isAnswered: () => boolean;
  readonly count: (event: string) => number;
  /** Waits until this many more have come. */
  readonly more: (event: string, count: number) => Promise<void>;
}

/** Machines in one process of the simulator, over one journal. */
export async function simulateMachines(
  main: string,
  machines: readonly Pick<LinkedMachine, 'id' | 'secret' | 'workoutTypeId'>[],
  brokerPort: () => number,
): Promise<SimulatedMachines> {
  const folder = await makeScratchFolder();
  await writeFile(path.join(folder, 'machines.json'), describeCredentials(machines));
  const ids = machines.map(({ id }) => id).join(',');
  const events: SimulatorEvent[] = [];
  let child: ChildProcess | null = null;
  let eventsBefore = 0;
  const leave = async (signal: NodeJS.Signals) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
    return child.exitCode;
  };
  onTestFinished(() => void child?.kill('SIGKILL'));
  const count = (event: string) => events.filter((candidate) => candidate.event === event).length;

  return {
    events,
    start: (how) => {
      const url = `mqtt://127.0.0.1:${brokerPort()}`;
      const lifting = {
        lifting: ['--workouts', '100000', '--speed', '1000'],
        following: ['--auto', '--speed', '1000'],
        sending: [],
      }[how];
      const args = ['--machine', ids, '--url', url, '--resend', '2', '--json', ...lifting];
      const started = spawn(process.execPath, [main, ...args], {
        env: { PATH: process.env['PATH'], DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      createInterface({ input: started.stdout }).on('line', (line) => {
        // The last line of a killed process may be cut.
        if (line.startsWith('{') && line.endsWith('}')) {
          events.push(JSON.parse(line) as SimulatorEvent);
        }
      });
      child = started;
      eventsBefore = events.length;
    },
    kill: async () => void (await leave('SIGKILL')),
    stop: () => leave('SIGINT'),
    isAnswered: () => {
      const now = events.slice(eventsBefore);
      const isStarted = now.filter(({ event }) => event === 'started').length === machines.length;
      return isStarted && listUnanswered(now).length === 0;
    },
    count,
    more: async (event, wanted) => {
      const goal = count(event) + wanted;
      await vi.waitUntil(() => count(event) >= goal, { timeout: 60_000, interval: 20 });
    },
  };
}

function listUnanswered(events: readonly SimulatorEvent[]): string[] {
  const answered = new Set(
    events.flatMap(({ event, workoutUuid }) => (event === 'acked' ? [workoutUuid] : [])),
  );
  return events
    .flatMap(({ event, workout, pending }) => [
      ...(event === 'started' ? (pending ?? []) : []),
      ...(workout === undefined ? [] : [workout.workoutUuid]),
    ])
    .filter((uuid) => !answered.has(uuid));
}

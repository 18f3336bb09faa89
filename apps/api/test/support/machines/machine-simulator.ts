import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { WorkoutMessage } from '@tanren/contract/machines/machine-messages';
import { toHectograms } from '@tanren/domain/workouts/loads';
import { onTestFinished, vi } from 'vitest';
import { sql } from '#test/support/database.ts';
import { bySize } from '#test/support/failures.ts';
import { describeCredentials, type LinkedMachine } from './machines.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';

/** A line of the simulator's `--json`. Its fields depend on the event. */
interface SimulatorEvent {
  readonly event: string;
  readonly machineId: number;
  readonly workout?: WorkoutMessage;
  readonly pending?: readonly string[];
  readonly workoutUuid?: string;
  readonly result?: string;
}

export interface SimulatedMachines {
  /** Events of all processes so far. */
  readonly events: readonly SimulatorEvent[];
  readonly start: (how: 'lifting' | 'sending', speed?: number) => void;
  /** Kills the process, like a power cut of the whole gym. */
  readonly kill: () => Promise<void>;
  /** Sends Ctrl-C. Resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Whether the current process has an answer to every workout it found or finished. */
  readonly isAnswered: () => boolean;
  readonly count: (event: string) => number;
  /** Waits until this many more events have come. */
  readonly more: (event: string, count: number) => Promise<void>;
}

/** Simulates machines in one process with one journal. */
export async function simulateMachines(
  main: string,
  machines: readonly Pick<LinkedMachine, 'id' | 'secret' | 'workoutTypeId'>[],
  brokerPort: () => number,
  /** The certificate authority of a broker with TLS. */
  ca: string | null = null,
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
    start: (how, speed = bySize(300, 1000)) => {
      const url = `${ca === null ? 'mqtt' : 'mqtts'}://127.0.0.1:${brokerPort()}`;
      const lifting = {
        lifting: ['--workouts', '100000', '--speed', String(speed)],
        sending: [],
      }[how];
      const args = ['--machine', ids, '--url', url, '--resend', '2', '--json', ...lifting];
      if (ca !== null) args.push('--ca', ca);
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

interface WorkoutComparison {
  readonly finished: number;
  readonly stored: number;
  /** Descriptions of differences. Empty if there are none. */
  readonly differences: string[];
}

interface StoredWorkout {
  readonly uuid: string;
  readonly facts: string;
}

/**
 * Compares the workouts that the machines finished with the stored ones: each must be stored once,
 * for the member of its link, rep by rep, and there must be no others.
 */
export async function compareWorkouts(
  databaseUrl: string,
  machines: readonly LinkedMachine[],
  events: readonly SimulatorEvent[],
): Promise<WorkoutComparison> {
  const expected = new Map(
    events.flatMap(({ workout, machineId }) =>
      workout === undefined
        ? []
        : [[workout.workoutUuid, describeFinished(machines, machineId, workout)] as const],
    ),
  );
  // A workout finished at the moment of a kill is in the journal but has no event.
  const found = new Set(
    events.flatMap(({ event, pending }) => (event === 'started' ? (pending ?? []) : [])),
  );
  const rows = await sql<{ uuid: string; facts: string }>(databaseUrl, storedFacts);
  const stored = new Map(rows.map((row: StoredWorkout) => [row.uuid, row.facts]));

  const differences = [...expected, ...[...found].map((uuid) => [uuid, null] as const)]
    .filter(([uuid, facts]) => !isAsFinished(stored.get(uuid), facts))
    .map(
      ([uuid, facts]) =>
        `${uuid}: ${facts ?? 'finished'}, but stored ${stored.get(uuid) ?? 'nothing'}`,
    );
  for (const uuid of stored.keys()) {
    if (!expected.has(uuid) && !found.has(uuid)) differences.push(`${uuid}: stored by nobody`);
  }
  const [sums] = await sql<{ rejected: number; counted: number }>(databaseUrl, sumsOfAll);
  if (rows.length !== stored.size) differences.push('a workout is stored twice');
  if (sums?.rejected !== 0) differences.push(`${sums?.rejected} messages were rejected`);
  if (sums?.counted !== rows.length) differences.push(`the bests count ${sums?.counted} workouts`);
  return { finished: expected.size, stored: rows.length, differences };
}

function isAsFinished(stored: string | undefined, facts: string | null): boolean {
  return stored !== undefined && (facts === null || facts === stored);
}

function describeFinished(
  machines: readonly LinkedMachine[],
  machineId: number,
  { sets }: NonNullable<SimulatorEvent['workout']>,
): string {
  const owner = machines.find(({ id }) => id === machineId);
  const reps = sets.map((set) =>
    set.reps.map(({ loadKg, ms }) => `${toHectograms(loadKg)}x${ms}`).join(','),
  );
  return [machineId, owner?.sub, owner?.workoutTypeId, ...reps].join(' ');
}

const storedFacts = `
  select w.workout_uuid as uuid,
         concat_ws(' ', w.machine_id, w.sub, w.workout_type_id, string_agg(s.reps, ' ' order by s.position)) as facts
  from workouts w
  join (select workout_id, position,
               (select string_agg(load || 'x' || ms, ',' order by at)
                from unnest(rep_loads_hg, rep_ms) with ordinality as rep (load, ms, at)) as reps
        from workout_sets) s on s.workout_id = w.id
  group by w.id`;

const sumsOfAll = `
  select (select count(*)::int from rejected_messages) as rejected,
         (select coalesce(sum(workout_count), 0)::int from workout_bests) as counted`;

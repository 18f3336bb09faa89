import { toHectograms } from '@tanren/domain/loads';
import type { LinkedMachine } from './linked-gym.ts';
import type { SimulatorEvent } from './simulated-machines.ts';
import { sql } from './sql.ts';

export interface WorkoutComparison {
  readonly finished: number;
  readonly stored: number;
  /** What differs, in words; empty when all is well. */
  readonly differences: string[];
}

interface StoredWorkout {
  readonly uuid: string;
  readonly facts: string;
}

/**
 * Holds what the machines say they finished against what is stored: every one once, under the
 * member of its link, rep by rep; and nothing else.
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
  // Finished in the instant of a kill: kept in the journal, and no time to say so.
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

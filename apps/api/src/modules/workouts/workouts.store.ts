import type { LiftedRep } from '@tanren/domain/workouts/workouts';
import { asc, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { arrayLiteral, type ArrayElement } from '#db/array-literal.ts';
import type { Transaction } from '#db/database.ts';
import { nameStatement } from '#db/named-statement.ts';
import { machines, tanrenConnections } from '#db/schema/machines.ts';
import { removedWorkouts, type SetMeasures, workouts, workoutSets } from '#db/schema/workouts.ts';
import type { WorkoutLink } from './ingest/ingest-message.ts';
import type { PlannedWorkout } from './ingest/ingest-plan.ts';
import { packMeasures } from './set-measures.ts';

/**
 * Locks the links until the transaction ends. Erasing a member deletes them first and so waits for
 * this transaction; links that it has deleted are not found.
 */
export async function lockLinks(
  tx: Transaction,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, WorkoutLink>> {
  if (connectionIds.length === 0) return new Map();
  const found = await tx
    .select({
      connectionId: tanrenConnections.id,
      sub: tanrenConnections.sub,
      machineId: tanrenConnections.machineId,
      linkedAt: tanrenConnections.linkedAt,
      lastActiveAt: tanrenConnections.lastActiveAt,
      endedAt: tanrenConnections.endedAt,
      workoutTypeId: machines.workoutTypeId,
      gymId: machines.gymId,
      minLoadHg: machines.minLoadHg,
      maxLoadHg: machines.maxLoadHg,
      loadStepHg: machines.loadStepHg,
    })
    .from(tanrenConnections)
    .innerJoin(machines, eq(machines.id, tanrenConnections.machineId))
    .where(sql`${tanrenConnections.id} = any(${arrayLiteral(connectionIds)}::uuid[])`)
    .orderBy(asc(tanrenConnections.id))
    .for('key share', { of: tanrenConnections })
    .prepare('ingest-links')
    .execute();
  return new Map(found.map((link) => [link.connectionId, link]));
}

export interface StoredBout {
  readonly machineId: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

const boutsBeside = nameStatement<{ machineId: number; startedAt: string; endedAt: string }>(
  'bouts-beside',
  sql`
  select distinct beside.machine_id as "machineId", beside.started_at as "startedAt",
    beside.ended_at as "endedAt"
  from (
    select *, lag(started_at) over (partition by machine_id order by started_at) as since
    from unnest(${sql.placeholder('machineIds')}::int[], ${sql.placeholder('starts')}::timestamptz[],
      ${sql.placeholder('ends')}::timestamptz[]) as sent (machine_id, started_at, ended_at)
  ) sent
  cross join lateral (
    (select machine_id, started_at, ended_at from ${workouts} w
      where w.machine_id = sent.machine_id and w.started_at < sent.ended_at
        and w.started_at >= coalesce(sent.since, sent.started_at))
    union all
    (select machine_id, started_at, ended_at from ${workouts} w
      where sent.since is null and w.machine_id = sent.machine_id
        and w.started_at < sent.started_at
      order by w.started_at desc limit 1)
  ) beside
  where beside.ended_at > sent.started_at`,
);

/**
 * Lists the stored bouts of the same machines that may collide with these: those that begin within
 * one of them, and the last one that began before it. No earlier bout can collide, because the
 * stored bouts of a machine never overlap: a bout that begins earlier also ends earlier. Only the
 * first bout of each machine searches backwards, because that reads a whole page of the index: for
 * the next ones, the last stored bout began after the bout before them, or is already found.
 */
export async function listBoutsBeside(
  tx: Transaction,
  bouts: readonly StoredBout[],
): Promise<readonly StoredBout[]> {
  if (bouts.length === 0) return [];
  const rows = await boutsBeside(tx, {
    machineIds: arrayLiteral(bouts.map(({ machineId }) => machineId)),
    starts: arrayLiteral(bouts.map(({ startedAt }) => startedAt)),
    ends: arrayLiteral(bouts.map(({ endedAt }) => endedAt)),
  });
  return rows.map(({ machineId, startedAt, endedAt }) => ({
    machineId,
    startedAt: new Date(startedAt),
    endedAt: new Date(endedAt),
  }));
}

export interface StoredOwner {
  readonly sub: string;
  readonly machineId: number;
}

/**
 * Finds the owners of stored workouts. Workouts that staff removed are included, because they must
 * not come back.
 */
export async function findStored(
  tx: Transaction,
  workoutUuids: readonly string[],
): Promise<Map<string, StoredOwner>> {
  if (workoutUuids.length === 0) return new Map();
  const uuids = sql`any(${arrayLiteral(workoutUuids)}::uuid[])`;
  const selectOwners = (table: typeof workouts | typeof removedWorkouts) =>
    tx
      .select({ workoutUuid: table.workoutUuid, sub: table.sub, machineId: table.machineId })
      .from(table)
      .where(sql`${table.workoutUuid} = ${uuids}`);
  const found = await unionAll(selectOwners(workouts), selectOwners(removedWorkouts))
    .prepare('ingest-stored')
    .execute();
  return new Map(found.map(({ workoutUuid, ...owner }) => [workoutUuid, owner]));
}

const workoutIds = nameStatement<{ id: number }>(
  'workout-ids',
  sql`
  select nextval('workouts_id_seq') as id from generate_series(1, ${sql.placeholder('count')}::int)`,
);

export async function takeWorkoutIds(tx: Transaction, count: number): Promise<number[]> {
  if (count === 0) return [];
  return (await workoutIds(tx, { count })).map(({ id }) => id);
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly read: (planned: PlannedWorkout) => ArrayElement;
}

const columns: readonly Column[] = [
  { name: 'id', type: 'bigint', read: ({ id }) => id },
  { name: 'workout_uuid', type: 'uuid', read: ({ workout }) => workout.workoutUuid },
  { name: 'sub', type: 'uuid', read: ({ link }) => link.sub },
  { name: 'workout_type_id', type: 'smallint', read: ({ link }) => link.workoutTypeId },
  { name: 'machine_id', type: 'int', read: ({ link }) => link.machineId },
  { name: 'gym_id', type: 'int', read: ({ link }) => link.gymId },
  { name: 'session_run_id', type: 'bigint', read: ({ sessionRunId }) => sessionRunId },
  { name: 'started_at', type: 'timestamptz', read: ({ workout }) => workout.startedAt },
  { name: 'ended_at', type: 'timestamptz', read: ({ workout }) => workout.endedAt },
  { name: 'gym_day', type: 'date', read: ({ gymDay }) => gymDay },
  { name: 'max_hg', type: 'int', read: ({ summary }) => summary.maxHg },
  { name: 'tfo_hg', type: 'int', read: ({ summary }) => summary.tfoHg },
  { name: 'set_count', type: 'smallint', read: ({ summary }) => summary.setCount },
  { name: 'rep_count', type: 'smallint', read: ({ summary }) => summary.repCount },
  { name: 'top_load_hg', type: 'int', read: ({ summary }) => summary.topLoadHg },
  { name: 'top_reps', type: 'smallint', read: ({ summary }) => summary.topReps },
  { name: 'one_rep_max_hg', type: 'int', read: ({ summary }) => summary.oneRepMaxHg },
  { name: 'one_rep_max_reps', type: 'smallint', read: ({ summary }) => summary.oneRepMaxReps },
  { name: 'is_max_best', type: 'boolean', read: ({ beaten }) => beaten.includes('max') },
  { name: 'is_tfo_best', type: 'boolean', read: ({ beaten }) => beaten.includes('tfo') },
  {
    name: 'is_one_rep_max_best',
    type: 'boolean',
    read: ({ beaten }) => beaten.includes('oneRepMax'),
  },
  { name: 'strength_mean', type: 'real', read: ({ strength }) => strength.strengthMean },
  { name: 'strength_sd', type: 'real', read: ({ strength }) => strength.strengthSd },
  { name: 'planned_chance', type: 'real', read: ({ strength }) => strength.plannedChance },
  { name: 'machine_offset', type: 'real', read: ({ machineOffset }) => machineOffset },
  { name: 'offset_precision', type: 'int', read: ({ strength }) => strength.offsetPrecision },
  { name: 'offset_weighted', type: 'int', read: ({ strength }) => strength.offsetWeighted },
  { name: 'last_machine_id', type: 'int', read: ({ strength }) => strength.lastMachineId },
  {
    name: 'last_offset_weighted',
    type: 'int',
    read: ({ strength }) => strength.lastOffsetWeighted,
  },
];

const names = sql.raw(columns.map(({ name }) => name).join(', '));
const values = columns.map(({ name, type }) => sql`${sql.placeholder(name)}::${sql.raw(type)}[]`);

const insertedWorkouts = nameStatement(
  'inserted-workouts',
  sql`
  with made as (
    insert into ${workouts} (${names}) overriding system value
    select * from unnest(${sql.join(values, sql`, `)})
  )
  insert into ${workoutSets} (workout_id, position, load_hg, rep_loads_hg, rep_ms, start_ms, seat,
    rep_start_ms, rep_measures, failed_reps)
  select s.id, s.position, s.load_hg, s.loads::int[], s.ms::int[], s.start_ms, s.seat,
    s.rep_start_ms::int[], s.rep_measures::smallint[], s.failed_reps::jsonb
  from unnest(${sql.placeholder('setWorkouts')}::bigint[], ${sql.placeholder('setPositions')}::smallint[],
    ${sql.placeholder('setLoads')}::int[], ${sql.placeholder('setRepLoads')}::text[],
    ${sql.placeholder('setRepMs')}::text[], ${sql.placeholder('setStarts')}::int[],
    ${sql.placeholder('setSeats')}::smallint[], ${sql.placeholder('setRepStarts')}::text[],
    ${sql.placeholder('setRepMeasures')}::text[], ${sql.placeholder('setFailedReps')}::text[])
    s (id, position, load_hg, loads, ms, start_ms, seat, rep_start_ms, rep_measures, failed_reps)`,
);

/** Inserts workouts with their sets. Fails when another node has just stored one of them. */
export async function insertWorkouts(
  tx: Transaction,
  planned: readonly PlannedWorkout[],
): Promise<void> {
  const rows = columns.map(({ name, read }) => [name, arrayLiteral(planned.map(read))] as const);
  await insertedWorkouts(tx, { ...Object.fromEntries(rows), ...writeSets(planned) });
}

/**
 * Returns one array for each column. Reps are arrays of different lengths, so they are passed as
 * text.
 */
function writeSets(planned: readonly PlannedWorkout[]) {
  const ids: number[] = [];
  const positions: number[] = [];
  const loads: number[] = [];
  const repLoads: string[] = [];
  const repMs: string[] = [];
  const measures: SetMeasures[] = [];
  for (const { id, workout } of planned) {
    for (const [position, set] of workout.sets.entries()) {
      const { loadHg, reps } = set;
      measures.push(packMeasures(set));
      ids.push(id);
      positions.push(position);
      loads.push(loadHg);
      repLoads.push(writeReps(reps, 'loadHg'));
      repMs.push(writeReps(reps, 'ms'));
    }
  }
  return {
    setWorkouts: arrayLiteral(ids),
    setPositions: arrayLiteral(positions),
    setLoads: arrayLiteral(loads),
    setRepLoads: `{${repLoads.join(',')}}`,
    setRepMs: `{${repMs.join(',')}}`,
    setStarts: writePresent(measures.map(({ startMs }) => startMs)),
    setSeats: writePresent(measures.map(({ seat }) => seat)),
    setRepStarts: writePresent(
      measures.map(({ repStartMs }) => repStartMs && arrayLiteral(repStartMs)),
    ),
    setRepMeasures: writePresent(
      measures.map(
        ({ repMeasures }) => repMeasures && `{${repMeasures.map(arrayLiteral).join(',')}}`,
      ),
    ),
    setFailedReps: writePresent(
      measures.map(({ failedReps }) => failedReps && JSON.stringify(failedReps)),
    ),
  };
}

/** Returns a number of each rep as an array, quoted as the element of another array. */
function writeReps(reps: readonly LiftedRep[], field: 'loadHg' | 'ms'): string {
  let text = '';
  for (const rep of reps) text += text === '' ? rep[field] : `,${rep[field]}`;
  return `"{${text}}"`;
}

/** Returns a column that few sets have. PostgreSQL fills the missing rows of an empty array. */
function writePresent(cells: readonly (number | string | null | undefined)[]): string {
  const isPresent = cells.some((cell) => cell !== undefined && cell !== null);
  return isPresent ? arrayLiteral(cells.map((cell) => cell ?? null)) : '{}';
}

/**
 * Records the activity of links, locked in the order of their ids as everywhere. A link that has
 * ended stays unchanged.
 */
export async function touchLinks(
  tx: Transaction,
  activities: readonly { connectionId: string; at: Date }[],
): Promise<void> {
  if (activities.length === 0) return;
  const at = activities.map((activity) => activity.at);
  await tx.execute(sql`
    with locked as (
      select c.id, n.at
      from ${tanrenConnections} c
      join unnest(${sql.param(activities.map(({ connectionId }) => connectionId))}::uuid[],
        ${sql.param(at)}::timestamptz[]) n (id, at) on n.id = c.id
      where c.ended_at is null
      order by c.id
      for no key update of c
    )
    update ${tanrenConnections} c set last_active_at = greatest(c.last_active_at, locked.at)
    from locked where c.id = locked.id`);
}

import { asc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { machines } from '#db/schema/machines.ts';
import { tanrenConnections } from '#db/schema/tanren-connections.ts';
import { type WorkoutRow, workouts, workoutSets } from '#db/schema/workouts.ts';
import type { LiftedSet } from '@tanren/domain/workout-summary';

export interface WorkoutLink {
  readonly connectionId: string;
  readonly sub: string;
  readonly machineId: number;
  readonly linkedAt: Date;
  readonly lastActiveAt: Date;
  readonly endedAt: Date | null;
  readonly workoutTypeId: number;
  readonly gymId: number;
  readonly minLoadHg: number;
  readonly maxLoadHg: number;
}

/**
 * Holds the links until the transaction ends: erasing a member deletes them first and so
 * waits for us, and what it deleted is not found any more.
 */
export async function holdLinks(
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
    })
    .from(tanrenConnections)
    .innerJoin(machines, eq(machines.id, tanrenConnections.machineId))
    .where(sql`${tanrenConnections.id} = any(${sql.param(connectionIds)}::uuid[])`)
    .orderBy(asc(tanrenConnections.id))
    .for('key share', { of: tanrenConnections });
  return new Map(found.map((link) => [link.connectionId, link]));
}

export interface StoredOwner {
  readonly sub: string;
  readonly machineId: number;
}

export async function findStored(
  tx: Transaction,
  workoutUuids: readonly string[],
): Promise<Map<string, StoredOwner>> {
  if (workoutUuids.length === 0) return new Map();
  const found = await tx
    .select({
      workoutUuid: workouts.workoutUuid,
      sub: workouts.sub,
      machineId: workouts.machineId,
    })
    .from(workouts)
    .where(sql`${workouts.workoutUuid} = any(${sql.param(workoutUuids)}::uuid[])`);
  return new Map(found.map(({ workoutUuid, ...owner }) => [workoutUuid, owner]));
}

export async function takeWorkoutIds(tx: Transaction, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select nextval(pg_get_serial_sequence('workouts', 'id')) as id
    from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => Number(id));
}

export type NewWorkout = Omit<WorkoutRow, 'trainingSessionId'> & {
  readonly sets: readonly LiftedSet[];
};

const columns = [
  ['id', 'int', 'id'],
  ['workout_uuid', 'uuid', 'workoutUuid'],
  ['sub', 'uuid', 'sub'],
  ['workout_type_id', 'smallint', 'workoutTypeId'],
  ['machine_id', 'int', 'machineId'],
  ['gym_id', 'int', 'gymId'],
  ['started_at', 'timestamptz', 'startedAt'],
  ['ended_at', 'timestamptz', 'endedAt'],
  ['max_hg', 'int', 'maxHg'],
  ['tfo_hg', 'int', 'tfoHg'],
  ['set_count', 'smallint', 'setCount'],
  ['rep_count', 'smallint', 'repCount'],
  ['top_load_hg', 'int', 'topLoadHg'],
  ['top_reps', 'smallint', 'topReps'],
  ['one_rep_max_hg', 'int', 'oneRepMaxHg'],
  ['one_rep_max_reps', 'smallint', 'oneRepMaxReps'],
  ['is_max_best', 'boolean', 'isMaxBest'],
  ['is_tfo_best', 'boolean', 'isTfoBest'],
  ['is_one_rep_max_best', 'boolean', 'isOneRepMaxBest'],
] as const satisfies readonly (readonly [string, string, keyof NewWorkout])[];

const names = sql.raw(columns.map(([name]) => name).join(', '));

/**
 * Workouts with their sets. Answers how many were new: fewer than given means that somebody
 * stored the same one a moment ago.
 */
export async function insertWorkouts(
  tx: Transaction,
  rows: readonly NewWorkout[],
): Promise<number> {
  const values = columns.map(
    ([, type, key]) => sql`${sql.param(rows.map((row) => row[key]))}::${sql.raw(type)}[]`,
  );
  const sets = rows.flatMap(({ id, sets: ofWorkout }) =>
    ofWorkout.map((set, position) => ({ id, position, ...set })),
  );
  // Lists of different lengths make no matrix: they travel as text.
  const listOf = (set: LiftedSet, key: 'loadHg' | 'ms') =>
    `{${set.reps.map((rep) => rep[key]).join(',')}}`;
  const made = await tx.execute(sql`
    with made as (
      insert into ${workouts} (${names}) overriding system value
      select * from unnest(${sql.join(values, sql`, `)})
      on conflict (workout_uuid) do nothing
      returning id
    ), made_sets as (
      insert into ${workoutSets} (workout_id, position, load_hg, rep_loads_hg, rep_ms)
      select s.id, s.position, s.load_hg, s.loads::int[], s.ms::int[]
      from unnest(${sql.param(sets.map(({ id }) => id))}::int[],
        ${sql.param(sets.map(({ position }) => position))}::smallint[],
        ${sql.param(sets.map(({ loadHg }) => loadHg))}::int[],
        ${sql.param(sets.map((set) => listOf(set, 'loadHg')))}::text[],
        ${sql.param(sets.map((set) => listOf(set, 'ms')))}::text[])
        s (id, position, load_hg, loads, ms)
      where s.id in (select id from made)
    )
    select id from made`);
  return made.rows.length;
}

/** Locked in the order of the ids, like everywhere. A link that has ended stays as it is. */
export async function touchLinks(
  tx: Transaction,
  activities: readonly { connectionId: string; at: Date }[],
): Promise<void> {
  if (activities.length === 0) return;
  const at = activities.map((activity) => activity.at);
  await tx.execute(sql`
    with held as (
      select c.id, n.at
      from ${tanrenConnections} c
      join unnest(${sql.param(activities.map(({ connectionId }) => connectionId))}::uuid[],
        ${sql.param(at)}::timestamptz[]) n (id, at) on n.id = c.id
      where c.ended_at is null
      order by c.id
      for no key update of c
    )
    update ${tanrenConnections} c set last_active_at = greatest(c.last_active_at, held.at)
    from held where c.id = held.id`);
}

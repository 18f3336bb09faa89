import type { StrengthColumns, StoredStrength } from '@tanren/domain/workouts/strength-chain';
import { and, asc, eq, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { nameStatement } from '#db/named-statement.ts';
import { machineOffsets } from '#db/schema/machines.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { strengthStates, workouts, workoutSets } from '#db/schema/workouts.ts';
import type { MemberType } from '#modules/workouts/member-type.ts';

interface Place extends MemberType {
  readonly machineId: number;
}

interface KnownRow {
  readonly mean: number | null;
  readonly sd: number | null;
  readonly at: string | null;
  readonly workoutId: number | null;
  readonly machineId: number | null;
  readonly lastOffset: number | null;
  readonly machineOffset: number | null;
}

const knownStrengths = nameStatement<KnownRow>(
  'known-strengths',
  sql`
  select s.mean, s.sd, s.at, s.workout_id::bigint as "workoutId", s.machine_id as "machineId",
    s.machine_offset as "lastOffset", o.mean as "machineOffset"
  from unnest(${sql.placeholder('subs')}::uuid[], ${sql.placeholder('types')}::smallint[],
    ${sql.placeholder('machines')}::int[]) with ordinality n (sub, workout_type_id, machine_id, position)
  left join lateral (
    select * from ${strengthStates} s
    where s.sub = n.sub and s.workout_type_id = n.workout_type_id limit 1
  ) s on true
  left join lateral (
    select mean from ${machineOffsets} o where o.machine_id = n.machine_id limit 1
  ) o on true
  order by n.position`,
);

interface KnownStrength {
  readonly stored: StoredStrength | null;
  readonly machineOffset: number | null;
}

const keyOf = ({ sub, workoutTypeId, machineId }: Place) => `${sub} ${workoutTypeId} ${machineId}`;

/**
 * Reads the states and the offsets of the machines for workouts, once for each member, type and
 * machine. The caller has locked the bests of their members and types.
 */
export async function readKnownStrengths(
  tx: Transaction,
  workoutPlaces: readonly Place[],
): Promise<(place: Place) => KnownStrength> {
  const byKey = new Map(workoutPlaces.map((place) => [keyOf(place), place]));
  const places = [...byKey.values()];
  const rows = await knownStrengths(tx, {
    subs: arrayLiteral(places.map(({ sub }) => sub)),
    types: arrayLiteral(places.map(({ workoutTypeId }) => workoutTypeId)),
    machines: arrayLiteral(places.map(({ machineId }) => machineId)),
  });
  const keys = [...byKey.keys()];
  const known = new Map(rows.map((row, at) => [keys[at], toKnown(row)]));
  return (place) => known.get(keyOf(place)) ?? { stored: null, machineOffset: null };
}

function toKnown(row: KnownRow): KnownStrength {
  const { mean, sd, at, workoutId, machineId, lastOffset, machineOffset } = row;
  if (mean === null || sd === null || at === null || workoutId === null || machineId === null) {
    return { stored: null, machineOffset };
  }
  const last = { workoutId, machineId, machineOffset: lastOffset };
  return { stored: { mean, sd, at: new Date(at), ...last }, machineOffset };
}

interface MemberStrength extends MemberType, StoredStrength {}

const savedStates = nameStatement(
  'saved-strengths',
  sql`
  insert into ${strengthStates} (sub, workout_type_id, mean, sd, at, workout_id, machine_id,
    machine_offset)
  select * from unnest(${sql.placeholder('subs')}::uuid[], ${sql.placeholder('types')}::smallint[],
    ${sql.placeholder('means')}::real[], ${sql.placeholder('sds')}::real[],
    ${sql.placeholder('times')}::timestamptz[], ${sql.placeholder('workouts')}::bigint[],
    ${sql.placeholder('machines')}::int[], ${sql.placeholder('offsets')}::real[])
  on conflict (sub, workout_type_id) do update set mean = excluded.mean, sd = excluded.sd,
    at = excluded.at, workout_id = excluded.workout_id, machine_id = excluded.machine_id,
    machine_offset = excluded.machine_offset`,
);

/** Saves states. The bests of their members and types are locked. */
export async function saveStrengths(
  tx: Transaction,
  states: readonly MemberStrength[],
): Promise<void> {
  if (states.length === 0) return;
  await savedStates(tx, {
    subs: arrayLiteral(states.map(({ sub }) => sub)),
    types: arrayLiteral(states.map(({ workoutTypeId }) => workoutTypeId)),
    means: arrayLiteral(states.map(({ mean }) => mean)),
    sds: arrayLiteral(states.map(({ sd }) => sd)),
    times: arrayLiteral(states.map(({ at }) => at)),
    workouts: arrayLiteral(states.map(({ workoutId }) => workoutId)),
    machines: arrayLiteral(states.map(({ machineId }) => machineId)),
    offsets: arrayLiteral(states.map(({ machineOffset }) => machineOffset)),
  });
}

function isOf(table: typeof strengthStates | typeof workouts, pair: MemberType) {
  return and(eq(table.sub, pair.sub), eq(table.workoutTypeId, pair.workoutTypeId));
}

export async function deleteStrength(tx: Transaction, pair: MemberType): Promise<void> {
  await tx.delete(strengthStates).where(isOf(strengthStates, pair));
}

/** Selects the workouts of a pair in the order in which they were done, with what they show. */
export function selectChain(tx: Queryable, pair: MemberType) {
  const sets = tx
    .select({
      loads: sql<
        number[][]
      >`coalesce(array_agg(${workoutSets.repLoadsHg}::text order by ${workoutSets.position}), '{}')`
        .mapWith((texts: string[]) => texts.map(readLoads))
        .as('loads'),
    })
    .from(workoutSets)
    .where(eq(workoutSets.workoutId, workouts.id))
    .as('sets');
  const { id, machineId, workoutTypeId, startedAt, topLoadHg, machineOffset } = workouts;
  const columns = {
    strengthMean: workouts.strengthMean,
    strengthSd: workouts.strengthSd,
    plannedChance: workouts.plannedChance,
    offsetPrecision: workouts.offsetPrecision,
    offsetWeighted: workouts.offsetWeighted,
    lastMachineId: workouts.lastMachineId,
    lastOffsetWeighted: workouts.lastOffsetWeighted,
  };
  return tx
    .select({
      id,
      machineId,
      workoutTypeId,
      startedAt,
      topLoadHg,
      machineOffset,
      columns,
      runItems: trainingSessionRuns.items,
      loads: sets.loads,
    })
    .from(workouts)
    .leftJoin(trainingSessionRuns, eq(trainingSessionRuns.id, workouts.sessionRunId))
    .innerJoinLateral(sets, sql`true`)
    .where(isOf(workouts, pair))
    .orderBy(asc(startedAt), asc(id));
}

/** Reads an array of loads from its text, because the arrays of a list differ in length. */
function readLoads(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);
}

interface ChangedStrength {
  readonly id: number;
  readonly columns: StrengthColumns;
}

export async function updateStrengthColumns(
  tx: Transaction,
  changed: readonly ChangedStrength[],
): Promise<void> {
  if (changed.length === 0) return;
  const list = (key: keyof StrengthColumns) =>
    arrayLiteral(changed.map(({ columns }) => columns[key]));
  await tx.execute(sql`
    update ${workouts} w set strength_mean = n.strength_mean, strength_sd = n.strength_sd,
      planned_chance = n.planned_chance, offset_precision = n.offset_precision,
      offset_weighted = n.offset_weighted, last_machine_id = n.last_machine_id,
      last_offset_weighted = n.last_offset_weighted
    from unnest(${arrayLiteral(changed.map(({ id }) => id))}::bigint[],
      ${list('strengthMean')}::real[], ${list('strengthSd')}::real[],
      ${list('plannedChance')}::real[], ${list('offsetPrecision')}::int[],
      ${list('offsetWeighted')}::int[], ${list('lastMachineId')}::int[],
      ${list('lastOffsetWeighted')}::int[])
      n (id, strength_mean, strength_sd, planned_chance, offset_precision, offset_weighted,
        last_machine_id, last_offset_weighted)
    where w.id = n.id`);
}

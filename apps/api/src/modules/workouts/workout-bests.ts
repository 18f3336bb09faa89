import {
  addToBests,
  type Bests,
  type DoneWorkout,
  type PersonalBestKind,
} from '@tanren/domain/workouts/personal-bests';
import { and, type AnyColumn, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Transaction } from '#db/database.ts';
import { nameStatement } from '#db/named-statement.ts';
import { type WorkoutBestRow, workoutBests, workouts } from '#db/schema/workouts.ts';
import type { MemberType } from './member-type.ts';
import { rebuildStrength } from './strength/rebuild-strength.ts';

/**
 * Reads and locks the bests of each pair until the transaction ends. Before a member's first
 * workout of a type there is no row to lock, so a row of zeros is inserted, which the same
 * transaction fills or deletes.
 */
export async function lockBests(
  tx: Transaction,
  pairs: readonly MemberType[],
): Promise<WorkoutBestRow[]> {
  const found = await lockExistingBests(tx, pairs);
  if (found.length === pairs.length) return found;
  const missing = pairs.filter((pair) => !found.some((row) => isSamePair(row, pair)));
  await tx.execute(sql`
    insert into ${workoutBests} (sub, workout_type_id, workout_count, max_hg, max_workout_id,
      max_at, tfo_hg, tfo_workout_id, tfo_at, last_workout_id, last_at)
    select p.sub, p.workout_type_id, 0, 0, 0, '-infinity', 0, 0, '-infinity', 0, '-infinity'
    from ${unnestPairs(missing)} p (sub, workout_type_id) order by 1, 2
    on conflict do nothing`);
  // Another transaction may have inserted and filled a row meanwhile.
  return [...found, ...(await lockExistingBests(tx, missing))];
}

const toLong = (column: AnyColumn) => sql`${column}::bigint`.mapWith(column);

/**
 * The columns, with 64 bits for every id. A named statement must keep the types of its result, also
 * when `npm run widen-ids` swaps the table.
 */
const bestsWithLongIds = {
  ...getTableColumns(workoutBests),
  maxWorkoutId: toLong(workoutBests.maxWorkoutId) as SQL<number>,
  tfoWorkoutId: toLong(workoutBests.tfoWorkoutId) as SQL<number>,
  oneRepMaxWorkoutId: toLong(workoutBests.oneRepMaxWorkoutId) as SQL<number | null>,
  lastWorkoutId: toLong(workoutBests.lastWorkoutId) as SQL<number>,
};

/** Locks the existing rows. The order prevents deadlocks between batches on several nodes. */
export async function lockExistingBests(
  tx: Transaction,
  pairs: readonly MemberType[],
): Promise<WorkoutBestRow[]> {
  if (pairs.length === 0) return [];
  return await tx
    .select(bestsWithLongIds)
    .from(workoutBests)
    .where(
      sql`(${workoutBests.sub}, ${workoutBests.workoutTypeId}) in (select * from ${unnestPairs(pairs)})`,
    )
    .orderBy(asc(workoutBests.sub), asc(workoutBests.workoutTypeId))
    .for('no key update')
    .prepare('locked-bests')
    .execute();
}

export async function deleteEmptyBests(
  tx: Transaction,
  pairs: readonly MemberType[],
): Promise<void> {
  if (pairs.length === 0) return;
  await tx.execute(sql`
    delete from ${workoutBests} where workout_count = 0
      and (sub, workout_type_id) in (select * from ${unnestPairs(pairs)})`);
}

export function isSamePair(a: MemberType, b: MemberType): boolean {
  return a.sub === b.sub && a.workoutTypeId === b.workoutTypeId;
}

function unnestPairs(pairs: readonly MemberType[]) {
  return sql`unnest(${arrayLiteral(pairs.map(({ sub }) => sub))}::uuid[],
    ${arrayLiteral(pairs.map(({ workoutTypeId }) => workoutTypeId))}::smallint[])`;
}

const columns = [
  ['sub', 'uuid', 'sub'],
  ['workout_type_id', 'smallint', 'workoutTypeId'],
  ['workout_count', 'int', 'workoutCount'],
  ['max_hg', 'int', 'maxHg'],
  ['max_workout_id', 'bigint', 'maxWorkoutId'],
  ['max_at', 'timestamptz', 'maxAt'],
  ['tfo_hg', 'int', 'tfoHg'],
  ['tfo_workout_id', 'bigint', 'tfoWorkoutId'],
  ['tfo_at', 'timestamptz', 'tfoAt'],
  ['one_rep_max_hg', 'int', 'oneRepMaxHg'],
  ['one_rep_max_reps', 'smallint', 'oneRepMaxReps'],
  ['one_rep_max_workout_id', 'bigint', 'oneRepMaxWorkoutId'],
  ['one_rep_max_at', 'timestamptz', 'oneRepMaxAt'],
  ['last_workout_id', 'bigint', 'lastWorkoutId'],
  ['last_at', 'timestamptz', 'lastAt'],
] as const satisfies readonly (readonly [string, string, keyof WorkoutBestRow])[];

const names = sql.raw(columns.map(([name]) => name).join(', '));
const assignments = sql.raw(
  columns
    .slice(2)
    .map(([name]) => `${name} = n.${name}`)
    .join(', '),
);

const values = columns.map(([name, type]) => sql`${sql.placeholder(name)}::${sql.raw(type)}[]`);

const updatedBests = nameStatement(
  'updated-bests',
  sql`
  update ${workoutBests} b set ${assignments}
  from unnest(${sql.join(values, sql`, `)}) n (${names})
  where b.sub = n.sub and b.workout_type_id = n.workout_type_id`,
);

/** Updates bests. The rows exist and are locked. */
export async function updateBests(tx: Transaction, rows: readonly WorkoutBestRow[]): Promise<void> {
  if (rows.length === 0) return;
  const given = columns.map(
    ([name, , key]) => [name, arrayLiteral(rows.map((row) => row[key]))] as const,
  );
  await updatedBests(tx, Object.fromEntries(given));
}

async function deleteBests(tx: Transaction, pair: MemberType): Promise<void> {
  await tx
    .delete(workoutBests)
    .where(and(eq(workoutBests.sub, pair.sub), eq(workoutBests.workoutTypeId, pair.workoutTypeId)));
}

interface FlaggedWorkout extends DoneWorkout {
  readonly isMaxBest: boolean;
  readonly isTfoBest: boolean;
  readonly isOneRepMaxBest: boolean;
}

/** Lists the workouts of a pair in the order in which they were done. */
async function listDone(tx: Transaction, pair: MemberType): Promise<FlaggedWorkout[]> {
  return await tx
    .select({
      id: workouts.id,
      startedAt: workouts.startedAt,
      maxHg: workouts.maxHg,
      tfoHg: workouts.tfoHg,
      oneRepMaxHg: workouts.oneRepMaxHg,
      oneRepMaxReps: workouts.oneRepMaxReps,
      isMaxBest: workouts.isMaxBest,
      isTfoBest: workouts.isTfoBest,
      isOneRepMaxBest: workouts.isOneRepMaxBest,
    })
    .from(workouts)
    .where(and(eq(workouts.sub, pair.sub), eq(workouts.workoutTypeId, pair.workoutTypeId)))
    .orderBy(asc(workouts.startedAt), asc(workouts.id));
}

type BestFlags = Pick<FlaggedWorkout, 'id' | 'isMaxBest' | 'isTfoBest' | 'isOneRepMaxBest'>;

async function updateFlags(tx: Transaction, changed: readonly BestFlags[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.execute(sql`
    update ${workouts} w set is_max_best = n.is_max_best, is_tfo_best = n.is_tfo_best,
      is_one_rep_max_best = n.is_one_rep_max_best
    from unnest(${sql.param(changed.map(({ id }) => id))}::bigint[],
      ${sql.param(changed.map(({ isMaxBest }) => isMaxBest))}::boolean[],
      ${sql.param(changed.map(({ isTfoBest }) => isTfoBest))}::boolean[],
      ${sql.param(changed.map(({ isOneRepMaxBest }) => isOneRepMaxBest))}::boolean[])
      n (id, is_max_best, is_tfo_best, is_one_rep_max_best)
    where w.id = n.id`);
}

/**
 * Recomputes bests, flags and strength from all workouts, after one came late, was corrected or was removed.
 * Returns the bests that each workout improved when it was done.
 */
export async function rebuildBests(
  tx: Transaction,
  pair: MemberType,
): Promise<ReadonlyMap<number, PersonalBestKind[]>> {
  await lockBests(tx, [pair]);
  let bests: Bests | null = null;
  const improved = new Map<number, PersonalBestKind[]>();
  const changed: BestFlags[] = [];
  for (const workout of await listDone(tx, pair)) {
    const added: ReturnType<typeof addToBests> = addToBests(bests, workout);
    bests = added.bests;
    improved.set(workout.id, added.beaten);
    const flags = toFlags(workout.id, added.beaten);
    if (!isSame(flags, workout)) changed.push(flags);
  }
  await updateFlags(tx, changed);
  await rebuildStrength(tx, pair);
  if (bests === null) await deleteBests(tx, pair);
  else await updateBests(tx, [{ ...pair, ...bests }]);
  return improved;
}

function toFlags(id: number, beaten: readonly PersonalBestKind[]): BestFlags {
  return {
    id,
    isMaxBest: beaten.includes('max'),
    isTfoBest: beaten.includes('tfo'),
    isOneRepMaxBest: beaten.includes('oneRepMax'),
  };
}

function isSame(a: BestFlags, b: BestFlags): boolean {
  return (
    a.isMaxBest === b.isMaxBest &&
    a.isTfoBest === b.isTfoBest &&
    a.isOneRepMaxBest === b.isOneRepMaxBest
  );
}

import { and, type Column, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { isId } from '#db/long-ids/is-id.ts';
import { isBefore, type TimePosition } from '#db/time-cursor.ts';
import { rejectedWorkouts } from '#db/schema/workout-records.ts';
import {
  removedWorkouts,
  type WorkoutRow,
  workouts,
  type WorkoutSetRow,
  workoutSets,
} from '#db/schema/workouts.ts';
import { deleteTraces } from './records.store.ts';

/** Stores the whole record as a rejected one. The caller deletes it from the workouts. */
export async function storeRejected(
  tx: Transaction,
  workoutId: number,
  { rejectedAt, reason }: { readonly rejectedAt: Date; readonly reason: string | null },
): Promise<void> {
  await tx.execute(sql`
    insert into rejected_workouts (workout_id, sub, workout_type_id, rejected_at, reason, content)
    select w.id, w.sub, w.workout_type_id, ${rejectedAt}::timestamptz, ${reason}::text,
      to_jsonb(w) || jsonb_build_object('sets', coalesce((
        select jsonb_agg(to_jsonb(s) order by s.position) from ${workoutSets} s
        where s.workout_id = w.id), '[]'))
    from ${workouts} w where w.id = ${workoutId}`);
}

export interface RejectedRecord {
  readonly workout: WorkoutRow;
  readonly rejectedAt: Date;
  readonly reason: string | null;
  readonly micros: string;
}

/**
 * Maps the columns of a table to those of a record made from JSON, which is called `name` in the
 * query.
 */
function readAs<T>(columns: Readonly<Record<string, Column>>, name: string) {
  const read = ([key, column]: readonly [string, Column]) => {
    const field = sql`${sql.identifier(name)}.${sql.identifier(column.name)}`.mapWith(column);
    return [key, field] as const;
  };
  return Object.fromEntries(Object.entries(columns).map(read)) as { [K in keyof T]: SQL<T[K]> };
}

const workoutOfJson = readAs<WorkoutRow>(getTableColumns(workouts), 'record');
const setOfJson = readAs<WorkoutSetRow>(getTableColumns(workoutSets), 'record');

/** Selects rejected records in the shape of workouts. */
function selectRejected(db: Queryable, which: ReturnType<typeof sql>) {
  return db
    .select({
      workout: workoutOfJson,
      rejectedAt: sql`r.rejected_at`.mapWith(rejectedWorkouts.rejectedAt),
      reason: sql<string | null>`r.rejection_reason`,
      micros: sql<string>`(extract(epoch from r.rejected_at) * 1000000)::bigint::text`,
    })
    .from(
      sql`(${which}) r
        cross join lateral jsonb_populate_record(null::${workouts}, r.content) as record`,
    );
}

export async function findRejected(
  db: Queryable,
  sub: string,
  workoutId: number,
): Promise<RejectedRecord | null> {
  const [found] = await selectRejected(
    db,
    sql`select rejected_at, reason as rejection_reason, content from rejected_workouts
      where ${isId(rejectedWorkouts.workoutId, workoutId)} and sub = ${sub}`,
  );
  return found ?? null;
}

interface RejectedFilter {
  readonly sub: string;
  readonly since: Date;
  readonly from: TimePosition | null;
  readonly limit: number;
}

/** Selects a page of rejected records, the last rejected first. */
export function selectRejectedPage(db: Queryable, { sub, since, from, limit }: RejectedFilter) {
  const { rejectedAt, workoutId } = rejectedWorkouts;
  const before = from === null ? sql`true` : isBefore(rejectedAt, workoutId, from);
  return selectRejected(
    db,
    sql`select rejected_at, reason as rejection_reason, content from rejected_workouts
      where sub = ${sub} and rejected_at > ${since} and ${before}
      order by rejected_at desc, workout_id desc limit ${limit}`,
  ).orderBy(desc(sql`r.rejected_at`), desc(workoutOfJson.id));
}

/** Lists the sets of a rejected record in their order. */
export async function listRejectedSets(db: Queryable, workoutId: number): Promise<WorkoutSetRow[]> {
  return await db
    .select(setOfJson)
    .from(
      sql`(select content from rejected_workouts where workout_id = ${workoutId}) r
        cross join lateral jsonb_populate_recordset(null::${workoutSets}, r.content -> 'sets')
          as record`,
    )
    .orderBy(setOfJson.position);
}

/**
 * Puts a rejected record back among the workouts, as it was. The run is left out if it has been
 * deleted meanwhile.
 */
export async function putBack(tx: Transaction, { id, workoutUuid }: WorkoutRow): Promise<void> {
  await tx.execute(sql`
    insert into ${workouts} overriding system value
    select w.* from rejected_workouts r, jsonb_populate_record(null::${workouts}, r.content
      || jsonb_build_object('session_run_id', (select run.id from training_session_runs run
        where run.id = (r.content ->> 'session_run_id')::bigint))) w
    where r.workout_id = ${id}`);
  await tx.execute(sql`
    insert into ${workoutSets}
    select s.* from rejected_workouts r,
      jsonb_populate_recordset(null::${workoutSets}, r.content -> 'sets') s
    where r.workout_id = ${id}`);
  await tx.delete(rejectedWorkouts).where(eq(rejectedWorkouts.workoutId, id));
  await tx.delete(removedWorkouts).where(eq(removedWorkouts.workoutUuid, workoutUuid));
}

export async function lockRejected(
  tx: Transaction,
  sub: string,
  workoutId: number,
): Promise<boolean> {
  const found = await tx
    .select({ workoutId: rejectedWorkouts.workoutId })
    .from(rejectedWorkouts)
    .where(and(isId(rejectedWorkouts.workoutId, workoutId), eq(rejectedWorkouts.sub, sub)))
    .for('update');
  return found.length > 0;
}

const purgedAtOnce = 500;

/**
 * Deletes rejected records that can no longer be restored. The values that growth is measured
 * against remain, and so does the uuid, so that a machine that sends the workout again gets the ack
 * of a duplicate.
 */
export async function purgeRejectedRecords(db: Database, rejectedBefore: Date): Promise<void> {
  for (;;) {
    const purged = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(sql`
        delete from rejected_workouts where workout_id = any(array(
          select workout_id from rejected_workouts where rejected_at <= ${rejectedBefore}
          order by rejected_at limit ${purgedAtOnce} for update skip locked))
        returning workout_id as id`);
      if (rows.length > 0) {
        await deleteTraces(
          tx,
          rows.map(({ id }) => id),
        );
      }
      return rows.length;
    });
    if (purged < purgedAtOnce) return;
  }
}

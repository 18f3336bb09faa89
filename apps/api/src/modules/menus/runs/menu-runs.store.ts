import { and, asc, desc, eq, exists, gt, inArray, isNull, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  type TrainingSessionRow,
  type TrainingSessionRunRow,
  trainingSessionRuns,
  trainingSessions,
} from '#db/schema/menus.ts';
import { workouts } from '#db/schema/workouts.ts';
import { isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';
import { visibleTo } from '#modules/menus/menu-visibility.service.ts';

interface DoneRunFilter {
  readonly sub: string;
  readonly trainingSessionId: number;
  /** Position after which the page begins. `null` to begin with the newest run. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

/** Selects runs with at least one workout, newest first. */
export function selectDoneRuns(
  db: Queryable,
  { sub, trainingSessionId, from, limit }: DoneRunFilter,
) {
  const { id, startedAt } = trainingSessionRuns;
  const itsWorkouts = db
    .select({ id: workouts.id })
    .from(workouts)
    .where(eq(workouts.sessionRunId, id));
  return db
    .select({ id, startedAt, micros: selectMicros(startedAt) })
    .from(trainingSessionRuns)
    .where(
      and(
        eq(trainingSessionRuns.trainingSessionId, trainingSessionId),
        eq(trainingSessionRuns.sub, sub),
        from === null ? undefined : isBefore(startedAt, id, from),
        exists(itsWorkouts),
      ),
    )
    .orderBy(desc(startedAt), desc(id))
    .limit(limit);
}

/** Selects the workouts of runs in the order in which they were done. */
export function selectWorkoutsOfRuns(db: Queryable, runIds: readonly number[]) {
  return db
    .select()
    .from(workouts)
    .where(inArray(workouts.sessionRunId, [...runIds]))
    .orderBy(asc(workouts.startedAt), asc(workouts.id));
}

/** Locks the member's runs, so that no other transaction starts one until this one ends. */
export async function lockMemberRuns(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.memberRun}, hashtext(${sub}))`);
}

/**
 * Locks a menu that the member may see until the transaction ends, because the run will reference
 * it.
 */
export async function lockMenu(
  tx: Transaction,
  sub: string,
  trainingSessionId: number,
): Promise<Pick<TrainingSessionRow, 'id' | 'title' | 'items' | 'fixedOrder'> | null> {
  const { id, title, items, fixedOrder } = trainingSessions;
  const [found] = await tx
    .select({ id, title, items, fixedOrder })
    .from(trainingSessions)
    .where(and(eq(id, trainingSessionId), visibleTo(sub)))
    .for('key share');
  return found ?? null;
}

const isNotEnded = isNull(trainingSessionRuns.endedAt);

/** Finds the run that the member has not ended. Its time may be over nevertheless. */
export async function findUnendedRun(
  db: Queryable,
  sub: string,
): Promise<TrainingSessionRunRow | null> {
  const [found] = await db
    .select()
    .from(trainingSessionRuns)
    .where(and(eq(trainingSessionRuns.sub, sub), isNotEnded));
  return found ?? null;
}

export async function findOpenRun(
  db: Queryable,
  sub: string,
  now: Date,
): Promise<TrainingSessionRunRow | null> {
  const [found] = await db
    .select()
    .from(trainingSessionRuns)
    .where(and(eq(trainingSessionRuns.sub, sub), isNotEnded, gt(trainingSessionRuns.endsBy, now)));
  return found ?? null;
}

/** Selects those of the members who are doing a run. */
export function selectRunning(db: Queryable, subs: readonly string[], now: Date) {
  return db
    .select({ sub: trainingSessionRuns.sub })
    .from(trainingSessionRuns)
    .where(
      and(
        inArray(trainingSessionRuns.sub, [...subs]),
        isNotEnded,
        gt(trainingSessionRuns.endsBy, now),
      ),
    );
}

/**
 * Ends the member's run. A run whose time is over gets that time as its end, not the present one.
 */
export async function endUnendedRun(db: Queryable, sub: string, now: Date): Promise<boolean> {
  const ended = await db
    .update(trainingSessionRuns)
    .set({ endedAt: sql`least(${now}::timestamptz, ${trainingSessionRuns.endsBy})` })
    .where(and(eq(trainingSessionRuns.sub, sub), isNotEnded))
    .returning({ endedAt: trainingSessionRuns.endedAt });
  return ended.length > 0;
}

export async function insertRun(
  tx: Transaction,
  run: Omit<TrainingSessionRunRow, 'id' | 'endedAt'>,
): Promise<TrainingSessionRunRow> {
  const [made] = await tx.insert(trainingSessionRuns).values(run).returning();
  if (made === undefined) throw new Error('no run was made');
  return made;
}

export async function updateRunItems(
  tx: Transaction,
  runId: number,
  items: TrainingSessionRunRow['items'],
): Promise<void> {
  await tx.update(trainingSessionRuns).set({ items }).where(eq(trainingSessionRuns.id, runId));
}

/** Selects the sets of a run in the order in which they were done. */
export function selectDoneSets(db: Queryable, runId: number) {
  return db
    .select({
      workoutTypeId: workouts.workoutTypeId,
      setCount: workouts.setCount,
      endedAt: workouts.endedAt,
    })
    .from(workouts)
    .where(eq(workouts.sessionRunId, runId))
    .orderBy(asc(workouts.startedAt), asc(workouts.id));
}

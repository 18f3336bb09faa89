import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#db/database.ts';
import { isId } from '#db/long-ids/is-id.ts';
import { isAfter, isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { machines, type MachineRow } from '#db/schema/machines.ts';
import { workouts, type WorkoutRow, workoutSets } from '#db/schema/workouts.ts';

/*
 * Every condition in this file begins with the member and follows an index, so that a page costs
 * the same however many members and workouts there are. Tests check the plans.
 */

interface WorkoutFilter {
  readonly sub: string;
  readonly workoutTypeId: number | null;
  /** Position after which the page begins. `null` for the first page. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

/** The menu that a workout was done in, with its title at that time. */
export interface WorkoutMenu {
  /** `null` if the menu has been deleted meanwhile. */
  readonly id: number | null;
  readonly title: string;
}

/**
 * The title is the first column, because Drizzle treats the whole object as absent when its first
 * column is null.
 */
const session = { title: trainingSessionRuns.title, id: trainingSessionRuns.trainingSessionId };
const isItsRun = eq(trainingSessionRuns.id, workouts.sessionRunId);

export interface WorkoutWithMicros extends WorkoutRow {
  /** Start of the workout in microseconds, the precision of the database. */
  readonly micros: string;
}

/** The columns that lists show. Reading the other columns would double the time. */
const listedColumns = {
  id: workouts.id,
  workoutTypeId: workouts.workoutTypeId,
  startedAt: workouts.startedAt,
  endedAt: workouts.endedAt,
  gymDay: workouts.gymDay,
  maxHg: workouts.maxHg,
  tfoHg: workouts.tfoHg,
  setCount: workouts.setCount,
  repCount: workouts.repCount,
  isMaxBest: workouts.isMaxBest,
  isTfoBest: workouts.isTfoBest,
  isOneRepMaxBest: workouts.isOneRepMaxBest,
  correctedAt: workouts.correctedAt,
  correctionState: workouts.correctionState,
  claimedAt: workouts.claimedAt,
  micros: selectMicros(workouts.startedAt),
};

export type ListedWorkout = Pick<WorkoutWithMicros, keyof typeof listedColumns>;

const workoutColumns = {
  ...getTableColumns(workouts),
  micros: selectMicros(workouts.startedAt),
};

function ofMember({ sub, workoutTypeId }: WorkoutFilter) {
  return and(
    eq(workouts.sub, sub),
    workoutTypeId === null ? undefined : eq(workouts.workoutTypeId, workoutTypeId),
  );
}

export function selectNewestWorkouts(db: Queryable, filter: WorkoutFilter) {
  const { startedAt, id } = workouts;
  const before = filter.from === null ? undefined : isBefore(startedAt, id, filter.from);
  return db
    .select(listedColumns)
    .from(workouts)
    .where(and(ofMember(filter), before))
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(filter.limit);
}

/**
 * The largest load of the workout's type on its gym day. A one-rep estimate is never below it,
 * whichever workout of the day it comes from.
 */
const dayMaxHg = sql<number>`(select max(d.max_hg) from ${workouts} d
  where d.sub = ${workouts.sub} and d.workout_type_id = ${workouts.workoutTypeId}
    and d.gym_day = ${workouts.gymDay})`;

export function selectOldestWorkouts(db: Queryable, filter: WorkoutFilter) {
  const { startedAt, id } = workouts;
  const after = filter.from === null ? undefined : isAfter(startedAt, id, filter.from);
  return db
    .select({ workout: workoutColumns, dayMaxHg, session })
    .from(workouts)
    .leftJoin(trainingSessionRuns, isItsRun)
    .where(and(ofMember(filter), after))
    .orderBy(asc(workouts.startedAt), asc(workouts.id))
    .limit(filter.limit);
}

type PreviousWorkout = Pick<WorkoutRow, 'id' | 'startedAt' | 'gymDay' | 'maxHg' | 'tfoHg'>;

export interface WorkoutWithPrevious {
  readonly workout: WorkoutRow;
  /** The previous workout of the same type. `null` for the first one. */
  readonly previous: PreviousWorkout | null;
  readonly session: WorkoutMenu | null;
  readonly dayMaxHg: number;
}

function selectWithPrevious(db: Queryable) {
  const earlier = alias(workouts, 'earlier');
  const previous = db
    .select({
      id: earlier.id,
      startedAt: earlier.startedAt,
      gymDay: earlier.gymDay,
      maxHg: earlier.maxHg,
      tfoHg: earlier.tfoHg,
    })
    .from(earlier)
    .where(
      and(
        eq(earlier.sub, workouts.sub),
        eq(earlier.workoutTypeId, workouts.workoutTypeId),
        sql`(${earlier.startedAt}, ${earlier.id}) < (${workouts.startedAt}, ${workouts.id})`,
      ),
    )
    .orderBy(desc(earlier.startedAt), desc(earlier.id))
    .limit(1)
    .as('previous');
  return db
    .select({
      workout: getTableColumns(workouts),
      previous: {
        id: previous.id,
        startedAt: previous.startedAt,
        gymDay: previous.gymDay,
        maxHg: previous.maxHg,
        tfoHg: previous.tfoHg,
      },
      session,
      dayMaxHg,
    })
    .from(workouts)
    .leftJoin(trainingSessionRuns, isItsRun)
    .leftJoinLateral(previous, sql`true`);
}

export function selectWorkout(db: Queryable, sub: string, id: number) {
  return selectWithPrevious(db).where(and(isId(workouts.id, id), eq(workouts.sub, sub)));
}

export function selectLatestWorkout(db: Queryable, sub: string) {
  return selectWithPrevious(db)
    .where(eq(workouts.sub, sub))
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(1);
}

/** Selects sets in the order of the workouts' ids and of their positions. */
export function selectSets(db: Queryable, workoutIds: readonly number[]) {
  return db
    .select()
    .from(workoutSets)
    .where(inArray(workoutSets.workoutId, [...workoutIds]))
    .orderBy(asc(workoutSets.workoutId), asc(workoutSets.position));
}

/** Number of workouts in which a seat is looked for, so that a long history costs no more. */
const seatWorkouts = 20;

/** Selects the newest seat position of the member on this machine, or on one of the same model. */
export function selectLastSeat(db: Queryable, sub: string, machine: MachineRow) {
  const { maker = null, model = null } = machine.description ?? {};
  const recent = db
    .select({ id: workouts.id, startedAt: workouts.startedAt, machineId: workouts.machineId })
    .from(workouts)
    .where(and(eq(workouts.sub, sub), eq(workouts.workoutTypeId, machine.workoutTypeId)))
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(seatWorkouts)
    .as('recent');
  return db
    .select({ seat: workoutSets.seat })
    .from(recent)
    .innerJoin(workoutSets, eq(workoutSets.workoutId, recent.id))
    .innerJoin(machines, eq(machines.id, recent.machineId))
    .where(
      and(
        isNotNull(workoutSets.seat),
        or(
          eq(recent.machineId, machine.id),
          and(
            sql`${machines.description} ->> 'maker' = ${maker}::text`,
            sql`${machines.description} ->> 'model' = ${model}::text`,
          ),
        ),
      ),
    )
    .orderBy(desc(recent.startedAt), desc(recent.id), desc(workoutSets.position))
    .limit(1);
}

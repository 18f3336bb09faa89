import { and, asc, between, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { workouts } from '#db/schema/workouts.ts';
import { selectMicros } from '#db/time-cursor.ts';

interface DayFilter {
  readonly sub: string;
  readonly workoutTypeId: number | null;
  /** Gym day before which visits are read. `null` to begin with the newest. */
  readonly before: string | null;
  /** Number of days with a workout that are read. */
  readonly days: number;
}

/**
 * Maximum number of workouts in a day. The pauses of a machine between two bouts leave no time for
 * more.
 */
const maxWorkoutsPerDay = 2000;

/**
 * Selects every workout of the newest gym days that have one, or one of the type. It steps from day
 * to day in an index and then finds each day in it. A page costs the same however long the history
 * is, and the workouts need no second table.
 */
export function selectWorkoutsOfDays(db: Queryable, filter: DayFilter) {
  const { sub, workoutTypeId, before, days } = filter;
  const ofType = workoutTypeId === null ? sql`` : sql`and w.workout_type_id = ${workoutTypeId}`;
  const newestDayBefore = (day: unknown) => sql`(
    select w.gym_day from workouts w
    where w.sub = ${sub} ${ofType} and w.gym_day < ${day}
    order by w.gym_day desc limit 1)`;
  const first = before === null ? sql`'infinity'::date` : sql`${before}::date`;
  const columns = getTableColumns(workouts);
  const ofDay = db
    .select({ ...columns, micros: selectMicros(workouts.startedAt).as('micros') })
    .from(workouts)
    .where(and(eq(workouts.sub, sub), sql`${workouts.gymDay} = days.gym_day`))
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(maxWorkoutsPerDay)
    .as('of_day');
  return db
    .select()
    .from(
      sql`(
        with recursive found (gym_day, position) as (
          select ${newestDayBefore(first)}, 1
          union all
          select ${newestDayBefore(sql`found.gym_day`)}, position + 1
          from found where found.gym_day is not null and position < ${days}::integer
        )
        select gym_day from found where gym_day is not null
      ) days`,
    )
    .innerJoinLateral(ofDay, sql`true`);
}

export function selectWorkoutsOfDay(db: Queryable, sub: string, gymDay: string) {
  return db
    .select({ ...getTableColumns(workouts), micros: selectMicros(workouts.startedAt) })
    .from(workouts)
    .where(and(eq(workouts.sub, sub), eq(workouts.gymDay, gymDay)))
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(maxWorkoutsPerDay);
}

/** Selects the workouts from the first to the last gym day, both included. */
export function selectWorkoutsOfPeriod(db: Queryable, sub: string, first: string, last: string) {
  return db
    .select()
    .from(workouts)
    .where(and(eq(workouts.sub, sub), between(workouts.gymDay, first, last)));
}

/** Selects the first gym day with a workout. */
export function selectFirstDay(db: Queryable, sub: string) {
  return db
    .select({ gymDay: workouts.gymDay })
    .from(workouts)
    .where(eq(workouts.sub, sub))
    .orderBy(asc(workouts.gymDay))
    .limit(1);
}

export async function listGymNames(
  db: Queryable,
  gymIds: readonly number[],
): Promise<Map<number, string>> {
  if (gymIds.length === 0) return new Map();
  const found = await db
    .select({ id: gyms.id, name: gyms.name })
    .from(gyms)
    .where(inArray(gyms.id, [...gymIds]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

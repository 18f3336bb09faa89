import { addDays, toGymInstant } from '@tanren/domain/gym-time';
import { and, desc, eq, getTableColumns, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { workouts } from '#db/schema/workouts.ts';
import { selectMicros } from '#db/time-cursor.ts';

interface DayFilter {
  readonly sub: string;
  readonly workoutTypeId: number | null;
  /** Days that begin before it; null: from today on. */
  readonly before: Date | null;
  /** How many days with a workout. */
  readonly days: number;
}

/** Machines stand still for longer than this between two bouts: a day has no more. */
const mostWorkoutsOfDay = 2000;

const dayStart = (time: unknown) =>
  sql`date_trunc('day', ${time} at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'`;

/**
 * Every workout of the newest days that have one, or one of the type. It steps from day to day in
 * the index, and then reads each day as a range of it: a page costs the same however long the
 * history is, and no table has to be kept beside the workouts.
 */
export function selectWorkoutsOfDays(db: Queryable, filter: DayFilter) {
  const { sub, workoutTypeId, before, days } = filter;
  const ofType = workoutTypeId === null ? sql`` : sql`and w.workout_type_id = ${workoutTypeId}`;
  const newestDayBefore = (time: unknown) => sql`(
    select ${dayStart(sql`w.started_at`)} from workouts w
    where w.sub = ${sub} ${ofType} and w.started_at < ${time}
    order by w.started_at desc limit 1)`;
  const first = before === null ? sql`'infinity'::timestamptz` : sql`${before}::timestamptz`;
  const columns = getTableColumns(workouts);
  const ofDay = db
    .select({ ...columns, micros: selectMicros(workouts.startedAt).as('micros') })
    .from(workouts)
    .where(
      and(
        eq(workouts.sub, sub),
        sql`${workouts.startedAt} >= days.starts_at`,
        // Japan has no day of another length.
        sql`${workouts.startedAt} < days.starts_at + interval '24 hours'`,
      ),
    )
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(mostWorkoutsOfDay)
    .as('of_day');
  return db
    .select()
    .from(
      sql`(
        with recursive found (starts_at, position) as (
          select ${newestDayBefore(first)}, 1
          union all
          select ${newestDayBefore(sql`found.starts_at`)}, position + 1
          from found where found.starts_at is not null and position < ${days}::integer
        )
        select starts_at from found where starts_at is not null
      ) days`,
    )
    .innerJoinLateral(ofDay, sql`true`);
}

export function selectWorkoutsOfDay(db: Queryable, sub: string, gymDay: string) {
  return db
    .select({ ...getTableColumns(workouts), micros: selectMicros(workouts.startedAt) })
    .from(workouts)
    .where(
      and(
        eq(workouts.sub, sub),
        gte(workouts.startedAt, toGymInstant(gymDay, 0)),
        lt(workouts.startedAt, toGymInstant(addDays(gymDay, 1), 0)),
      ),
    )
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(mostWorkoutsOfDay);
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

import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { workoutBests, workouts } from '#db/schema/workouts.ts';

export function selectWorkoutsBetween(db: Queryable, sub: string, from: Date, until: Date) {
  return db
    .select({
      workoutTypeId: workouts.workoutTypeId,
      startedAt: workouts.startedAt,
      setCount: workouts.setCount,
    })
    .from(workouts)
    .where(
      and(eq(workouts.sub, sub), gte(workouts.startedAt, from), lt(workouts.startedAt, until)),
    );
}

export function selectLastWorkouts(db: Queryable, sub: string) {
  return db
    .select({ workoutTypeId: workoutBests.workoutTypeId, lastAt: workoutBests.lastAt })
    .from(workoutBests)
    .where(eq(workoutBests.sub, sub));
}

/**
 * The starts of the weeks with a workout, back from `from` to the first one without: one step
 * in the index for each, instead of reading years. Japan's weeks are all 168 hours.
 */
export function queryTrainedWeeks(sub: string, from: Date) {
  const first = sql`${from.toISOString()}::timestamptz`;
  return sql`
    with recursive weeks (starts_at, trained) as (
      select ${first}, true
      union all
      select starts_at - interval '168 hours', exists (
        select from ${workouts}
        where ${workouts.sub} = ${sub}
          and ${workouts.startedAt} >= starts_at - interval '168 hours'
          and ${workouts.startedAt} < starts_at
      )
      from weeks where trained
    )
    select starts_at from weeks where trained and starts_at < ${first}`;
}

export async function listTrainedWeeks(db: Queryable, sub: string, from: Date): Promise<Date[]> {
  const { rows } = await db.execute<{ starts_at: string }>(queryTrainedWeeks(sub, from));
  return rows.map((row) => new Date(row.starts_at));
}

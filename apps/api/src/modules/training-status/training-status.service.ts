import { addDays, toGymDay } from '@tanren/domain/gym-time';
import { type MuscleId, muscles } from '@tanren/domain/muscles';
import { countStreakWeeks, weekStart } from '@tanren/domain/training-weeks';
import { countMuscleSets, findLastTrainedDays } from '@tanren/domain/workout-types';
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

async function listTrainedWeeks(db: Queryable, sub: string, from: Date): Promise<Date[]> {
  const { rows } = await db.execute<{ starts_at: string }>(queryTrainedWeeks(sub, from));
  return rows.map((row) => new Date(row.starts_at));
}

/** Of which the sets of a muscle are counted, today included. */
const recentDays = 7;

interface MuscleStatus {
  readonly muscle: MuscleId;
  readonly sets: number;
  readonly lastTrainedOn: string | null;
}

interface Status {
  readonly weekStartsOn: string;
  readonly trainedDays: string[];
  readonly streakWeeks: number;
  readonly muscles: MuscleStatus[];
}

export async function readStatus(db: Queryable, sub: string, now: Date): Promise<Status> {
  const today = toGymDay(now);
  const weekStartsOn = weekStart(today);
  const monday = startOfGymDay(weekStartsOn);
  // The last seven days hold what there is of this week: on a Monday they reach back into the last.
  const from = startOfGymDay(addDays(today, 1 - recentDays));
  const until = startOfGymDay(addDays(today, 1));
  const recent = await selectWorkoutsBetween(db, sub, from, until);
  const thisWeek = recent.filter(({ startedAt }) => startedAt >= monday);
  const earlierWeeks = await listTrainedWeeks(db, sub, monday);
  const sets = countMuscleSets(recent);
  const lastDays = findLastTrainedDays(await selectLastWorkouts(db, sub));
  const weeks = [...earlierWeeks, ...thisWeek.map(({ startedAt }) => startedAt)].map((at) =>
    weekStart(toGymDay(at)),
  );
  return {
    weekStartsOn,
    trainedDays: [...new Set(thisWeek.map(({ startedAt }) => toGymDay(startedAt)))].toSorted(),
    streakWeeks: countStreakWeeks(weeks, today),
    muscles: muscles.map(({ id }) => ({
      muscle: id,
      sets: sets.get(id) ?? 0,
      lastTrainedOn: lastDays.get(id) ?? null,
    })),
  };
}

function startOfGymDay(gymDay: string): Date {
  return new Date(`${gymDay}T00:00:00+09:00`);
}

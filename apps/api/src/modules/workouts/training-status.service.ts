import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { type MuscleId, muscles } from '@tanren/domain/workouts/muscles';
import { startOfWeeks, weeksAgo } from '@tanren/domain/workouts/trends';
import { countStreakWeeks, weekStart } from '@tanren/domain/workouts/training-weeks';
import { countMuscleSets, findLastTrainedDays } from '@tanren/domain/workouts/workout-types';
import { and, between, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { workoutBests, workouts } from '#db/schema/workouts.ts';

/** Selects the workouts from the first to the last gym day, both included. */
export function selectWorkoutsBetween(db: Queryable, sub: string, first: string, last: string) {
  const { workoutTypeId, gymDay, setCount } = workouts;
  return db
    .select({ workoutTypeId, gymDay, setCount })
    .from(workouts)
    .where(and(eq(workouts.sub, sub), between(gymDay, first, last)));
}

export function selectLastWorkouts(db: Queryable, sub: string) {
  return db
    .select({ workoutTypeId: workoutBests.workoutTypeId, gymDay: workouts.gymDay })
    .from(workoutBests)
    .innerJoin(workouts, eq(workouts.id, workoutBests.lastWorkoutId))
    .where(eq(workoutBests.sub, sub));
}

/**
 * Returns a query for the Mondays of the weeks with a workout, back from the week before `monday`
 * to the first week without one. It takes one step in the index for each week instead of reading
 * years.
 */
export function queryTrainedWeeks(sub: string, monday: string) {
  return sql`
    with recursive weeks (monday, trained) as (
      select ${monday}::date, true
      union all
      select monday - 7, exists (
        select from ${workouts}
        where ${workouts.sub} = ${sub}
          and ${workouts.gymDay} >= monday - 7 and ${workouts.gymDay} < monday
      )
      from weeks where trained
    )
    select monday from weeks where trained and monday < ${monday}::date`;
}

async function listTrainedWeeks(db: Queryable, sub: string, monday: string): Promise<string[]> {
  const { rows } = await db.execute<{ monday: string }>(queryTrainedWeeks(sub, monday));
  return rows.map((row) => row.monday);
}

/** Number of weeks of seven days whose sets are counted for a muscle. The last one ends today. */
const countedWeeks = 4;

interface MuscleStatus {
  readonly muscle: MuscleId;
  readonly sets: number;
  readonly earlierSets: number[];
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
  // The last seven days include all of this week so far. On a Monday they reach back into last
  // week.
  const counted = await selectWorkoutsBetween(db, sub, startOfWeeks(today, countedWeeks), today);
  const [recent = [], ...earlier] = Array.from({ length: countedWeeks }, (_, weeks) =>
    counted.filter(({ gymDay }) => weeksAgo(gymDay, today) === weeks),
  );
  const days = [...new Set(recent.map(({ gymDay }) => gymDay))].toSorted();
  const trainedDays = days.filter((day) => day >= weekStartsOn);
  const earlierWeeks = await listTrainedWeeks(db, sub, weekStartsOn);
  const sets = countMuscleSets(recent);
  const earlierSets = earlier.map(countMuscleSets);
  const lastDays = findLastTrainedDays(await selectLastWorkouts(db, sub));
  return {
    weekStartsOn,
    trainedDays,
    streakWeeks: countStreakWeeks([...earlierWeeks, ...trainedDays.map(weekStart)], today),
    muscles: muscles.map(({ id }) => ({
      muscle: id,
      sets: sets.get(id) ?? 0,
      earlierSets: earlierSets.map((week) => week.get(id) ?? 0),
      lastTrainedOn: lastDays.get(id) ?? null,
    })),
  };
}

import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { workoutBests, type WorkoutBestRow, workouts } from '#db/schema/workouts.ts';

export interface HistoryFilter {
  readonly sub: string;
  readonly workoutTypeId: number;
  readonly since: Date | null;
}

const point = {
  id: workouts.id,
  startedAt: workouts.startedAt,
  maxHg: workouts.maxHg,
  tfoHg: workouts.tfoHg,
  oneRepMaxHg: workouts.oneRepMaxHg,
  oneRepMaxReps: workouts.oneRepMaxReps,
};

function matches({ sub, workoutTypeId, since }: HistoryFilter) {
  return and(
    eq(workouts.sub, sub),
    eq(workouts.workoutTypeId, workoutTypeId),
    since === null ? undefined : gte(workouts.startedAt, since),
  );
}

/** The oldest first. */
export function selectPoints(db: Queryable, filter: HistoryFilter, limit: number) {
  return db
    .select(point)
    .from(workouts)
    .where(matches(filter))
    .orderBy(asc(workouts.startedAt), asc(workouts.id))
    .limit(limit);
}

/** The workout with the largest load of each week; of equal ones that with the larger sum. */
export function selectWeeklyPoints(db: Queryable, filter: HistoryFilter) {
  const week = sql`date_trunc('week', ${workouts.startedAt} at time zone 'Asia/Tokyo')`;
  return db
    .selectDistinctOn([week], point)
    .from(workouts)
    .where(matches(filter))
    .orderBy(asc(week), desc(workouts.maxHg), desc(workouts.tfoHg), asc(workouts.id));
}

export async function findBests(
  db: Queryable,
  sub: string,
  workoutTypeId: number,
): Promise<WorkoutBestRow | null> {
  const [found] = await db
    .select()
    .from(workoutBests)
    .where(and(eq(workoutBests.sub, sub), eq(workoutBests.workoutTypeId, workoutTypeId)));
  return found ?? null;
}

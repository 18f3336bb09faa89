import { recentWorkouts } from '@tanren/domain/next-load';
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { recentWorkoutColumns } from '#db/recent-workouts.ts';
import { trainingSessionRuns } from '#db/schema/training-sessions.ts';
import { workoutBests, workouts } from '#db/schema/workouts.ts';

/** Of one type, the newest first. */
export function selectRecent(db: Queryable, sub: string, workoutTypeId: number) {
  return db
    .select(recentWorkoutColumns)
    .from(workouts)
    .leftJoin(trainingSessionRuns, eq(trainingSessionRuns.id, workouts.sessionRunId))
    .where(and(eq(workouts.sub, sub), eq(workouts.workoutTypeId, workoutTypeId)))
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(recentWorkouts);
}

/** Of every type done, in one query: a few steps in the index for each of at most 16. */
export function selectBestsWithRecent(db: Queryable, sub: string) {
  const recent = db
    .select({ ...recentWorkoutColumns, id: workouts.id })
    .from(workouts)
    .leftJoin(trainingSessionRuns, eq(trainingSessionRuns.id, workouts.sessionRunId))
    .where(
      and(
        eq(workouts.sub, workoutBests.sub),
        eq(workouts.workoutTypeId, workoutBests.workoutTypeId),
      ),
    )
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(recentWorkouts)
    .as('recent');
  return db
    .select({
      best: getTableColumns(workoutBests),
      recent: {
        topLoadHg: recent.topLoadHg,
        topReps: recent.topReps,
        oneRepMaxHg: recent.oneRepMaxHg,
        startedAt: recent.startedAt,
        runItems: recent.runItems,
      },
    })
    .from(workoutBests)
    .innerJoinLateral(recent, sql`true`)
    .where(eq(workoutBests.sub, sub))
    .orderBy(asc(workoutBests.workoutTypeId), desc(recent.startedAt), desc(recent.id));
}

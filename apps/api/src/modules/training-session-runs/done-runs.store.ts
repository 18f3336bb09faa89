import { and, asc, desc, eq, exists, inArray } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { trainingSessionRuns } from '#db/schema/training-sessions.ts';
import { workouts } from '#db/schema/workouts.ts';
import { isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';

export interface DoneRunFilter {
  readonly sub: string;
  readonly trainingSessionId: number;
  /** Null: from the newest one on. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

/** Runs in which something was lifted, the newest first. */
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

/** In the order in which they were done. */
export function selectWorkoutsOfRuns(db: Queryable, runIds: readonly number[]) {
  return db
    .select()
    .from(workouts)
    .where(inArray(workouts.sessionRunId, [...runIds]))
    .orderBy(asc(workouts.startedAt), asc(workouts.id));
}

import { and, desc, eq, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import { trainingSessionRuns, trainingSessions } from '#db/schema/training-sessions.ts';

/**
 * When the member last started each of them; without those never started. One entry of the index
 * `training_session_runs_of_session` for each, however often it was done.
 */
export function selectLastRuns(db: Queryable, sub: string, ids: readonly number[]) {
  const { startedAt, trainingSessionId, sub: runner } = trainingSessionRuns;
  const lastRun = db
    .select({ startedAt })
    .from(trainingSessionRuns)
    .where(and(eq(trainingSessionId, trainingSessions.id), eq(runner, sub)))
    .orderBy(desc(startedAt))
    .limit(1)
    .as('last_run');
  return db
    .select({ id: trainingSessions.id, lastRunAt: lastRun.startedAt })
    .from(trainingSessions)
    .innerJoinLateral(lastRun, sql`true`)
    .where(sql`${trainingSessions.id} = any(${arrayLiteral(ids)}::int[])`);
}

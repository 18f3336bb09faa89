import type { Queryable } from '#db/database.ts';
import type { WorkoutRow } from '#db/schema/workouts.ts';
import { cutPage, readTimeCursor } from '#db/time-cursor.ts';
import { selectDoneRuns, selectWorkoutsOfRuns } from './done-runs.store.ts';

export interface DoneRunRequest {
  readonly sub: string;
  readonly trainingSessionId: number;
  readonly cursor: string | null;
  readonly limit: number;
}

export interface DoneRun {
  readonly id: number;
  readonly startedAt: Date;
  readonly workouts: readonly WorkoutRow[];
}

export async function readDoneRuns(
  db: Queryable,
  { sub, trainingSessionId, cursor, limit }: DoneRunRequest,
): Promise<{ items: DoneRun[]; nextCursor: string | null }> {
  const from = cursor === null ? null : readTimeCursor(cursor);
  const found = await selectDoneRuns(db, { sub, trainingSessionId, from, limit: limit + 1 });
  const { items: runs, nextCursor } = cutPage(found, limit);
  const workouts = await selectWorkoutsOfRuns(
    db,
    runs.map(({ id }) => id),
  );
  const items = runs.map(({ id, startedAt }) => ({
    id,
    startedAt,
    workouts: workouts.filter(({ sessionRunId }) => sessionRunId === id),
  }));
  return { items, nextCursor };
}

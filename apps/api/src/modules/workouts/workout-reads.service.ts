import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import { cutPage, type Page, readTimeCursor } from '#db/time-cursor.ts';
import type { WorkoutSetRow } from '#db/schema/workouts.ts';
import {
  selectSets,
  type PlacedWorkout,
  selectLatestWorkout,
  selectNewestWorkouts,
  selectWorkout,
  type WorkoutWithPrevious,
} from './workout-reads.store.ts';

export interface PageRequest {
  readonly sub: string;
  readonly workoutTypeId: number | null;
  readonly cursor: string | null;
  readonly limit: number;
}

export async function readWorkoutPage(
  db: Queryable,
  { sub, workoutTypeId, cursor, limit }: PageRequest,
): Promise<Page<PlacedWorkout>> {
  const from = cursor === null ? null : readTimeCursor(cursor);
  const filter = { sub, workoutTypeId, from, limit: limit + 1 };
  return cutPage(await selectNewestWorkouts(db, filter), limit);
}

export interface WholeWorkout extends WorkoutWithPrevious {
  readonly sets: readonly WorkoutSetRow[];
}

export async function readWorkout(db: Queryable, sub: string, id: number): Promise<WholeWorkout> {
  return await complete(db, await selectWorkout(db, sub, id));
}

export async function readLatestWorkout(db: Queryable, sub: string): Promise<WholeWorkout> {
  return await complete(db, await selectLatestWorkout(db, sub));
}

async function complete(
  db: Queryable,
  [found]: readonly WorkoutWithPrevious[],
): Promise<WholeWorkout> {
  if (found === undefined) throw new AppError('not_found');
  return { ...found, sets: await selectSets(db, [found.workout.id]) };
}

import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { WorkoutSetRow } from '#db/schema/workouts.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
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

export interface WorkoutPage {
  readonly items: readonly PlacedWorkout[];
  readonly nextCursor: string | null;
}

export async function readWorkoutPage(
  db: Queryable,
  { sub, workoutTypeId, cursor, limit }: PageRequest,
): Promise<WorkoutPage> {
  const from = cursor === null ? null : requirePosition(cursor);
  // One more than asked for tells whether there is another page.
  const found = await selectNewestWorkouts(db, { sub, workoutTypeId, from, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length > limit && last !== undefined ? encodeCursor(last) : null,
  };
}

function requirePosition(cursor: string) {
  const position = decodeCursor(cursor);
  if (position !== null) return position;
  throw new AppError('invalid_request', {
    fields: [{ path: '/cursor', in: 'querystring', message: 'is not a cursor of this list' }],
  });
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

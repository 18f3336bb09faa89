import type { HistoryPeriod } from '@tanren/contract/workout-history';
import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { WorkoutBestRow, WorkoutRow } from '#db/schema/workouts.ts';
import { startOfPeriod } from './history-period.ts';
import { findBests, selectPoints, selectWeeklyPoints } from './workout-history.store.ts';

/** More points than this lie on each other in a chart as wide as a telephone. */
const mostPoints = 400;

export type HistoryPoint = Pick<
  WorkoutRow,
  'id' | 'startedAt' | 'maxHg' | 'tfoHg' | 'oneRepMaxHg' | 'oneRepMaxReps'
>;

export interface TypeHistory {
  readonly points: readonly HistoryPoint[];
  readonly bests: WorkoutBestRow | null;
}

export async function readHistory(
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  period: HistoryPeriod,
  now: Date,
): Promise<TypeHistory> {
  if (!isWorkoutTypeId(workoutTypeId)) throw new AppError('not_found');
  const filter = { sub, workoutTypeId, since: startOfPeriod(period, now) };
  const points = await selectPoints(db, filter, mostPoints + 1);
  return {
    points: points.length > mostPoints ? await selectWeeklyPoints(db, filter) : points,
    bests: await findBests(db, sub, workoutTypeId),
  };
}

import type { HistoryPeriod, WorkoutHistory } from '@tanren/contract/workout-history';
import { toGymDay, addDays } from '@tanren/domain/gym-time';
import { toKilograms } from '@tanren/domain/loads';
import { describeEstimate } from '@tanren/domain/one-rep-max';
import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { WorkoutBestRow, WorkoutRow } from '#db/schema/workouts.ts';
import { findBests, selectPoints, selectWeeklyPoints } from './workout-history.store.ts';

const days = { '1m': 30, '3m': 91, '1y': 365 } as const;

/** The beginning of the gym day with which a period starts; null: of all time. */
export function startOfPeriod(period: HistoryPeriod, now: Date): Date | null {
  if (period === 'all') return null;
  return new Date(`${addDays(toGymDay(now), -days[period])}T00:00:00+09:00`);
}

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

export function toWorkoutHistory({ points, bests }: TypeHistory): WorkoutHistory {
  return {
    points: points.map((point) => ({
      workoutId: point.id,
      startedAt: point.startedAt.toISOString(),
      max: toKilograms(point.maxHg),
      tfo: toKilograms(point.tfoHg),
      estimatedOneRepMax: describeEstimate(point.oneRepMaxHg, point.oneRepMaxReps),
    })),
    bests: bests && toBests(bests),
    workoutCount: bests?.workoutCount ?? 0,
  };
}

function toBests(row: WorkoutBestRow): NonNullable<WorkoutHistory['bests']> {
  return {
    max: toBest(row.maxHg, row.maxWorkoutId, row.maxAt),
    tfo: toBest(row.tfoHg, row.tfoWorkoutId, row.tfoAt),
    oneRepMax:
      row.oneRepMaxHg === null || row.oneRepMaxWorkoutId === null || row.oneRepMaxAt === null
        ? null
        : toBest(row.oneRepMaxHg, row.oneRepMaxWorkoutId, row.oneRepMaxAt),
  };
}

function toBest(hg: number, workoutId: number, achievedAt: Date) {
  return { value: toKilograms(hg), workoutId, achievedAt: achievedAt.toISOString() };
}

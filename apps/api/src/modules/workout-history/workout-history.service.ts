import type { HistoryPeriod, WorkoutHistory } from '@tanren/contract/workout-history';
import { addDays, toGymDay } from '@tanren/domain/gym-time';
import { toKilograms } from '@tanren/domain/loads';
import { describeEstimate } from '@tanren/domain/one-rep-max';
import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import {
  type WorkoutBestRow,
  workoutBests,
  type WorkoutRow,
  workouts,
} from '#db/schema/workouts.ts';

interface HistoryFilter {
  readonly sub: string;
  readonly workoutTypeId: number;
  readonly since: Date | null;
}

const pointColumns = {
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
    .select(pointColumns)
    .from(workouts)
    .where(matches(filter))
    .orderBy(asc(workouts.startedAt), asc(workouts.id))
    .limit(limit);
}

/** The workout with the largest load of each week; of equal ones that with the larger sum. */
function selectWeeklyPoints(db: Queryable, filter: HistoryFilter) {
  const week = sql`date_trunc('week', ${workouts.startedAt} at time zone 'Asia/Tokyo')`;
  return db
    .selectDistinctOn([week], pointColumns)
    .from(workouts)
    .where(matches(filter))
    .orderBy(asc(week), desc(workouts.maxHg), desc(workouts.tfoHg), asc(workouts.id));
}

async function findBests(
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

const days = { '1m': 30, '3m': 91, '1y': 365 } as const;

/** The beginning of the gym day with which a period starts; null: of all time. */
function startOfPeriod(period: HistoryPeriod, now: Date): Date | null {
  if (period === 'all') return null;
  return new Date(`${addDays(toGymDay(now), -days[period])}T00:00:00+09:00`);
}

/** More points than this lie on each other in a chart as wide as a telephone. */
const mostPoints = 400;

type HistoryPoint = Pick<
  WorkoutRow,
  'id' | 'startedAt' | 'maxHg' | 'tfoHg' | 'oneRepMaxHg' | 'oneRepMaxReps'
>;

interface TypeHistory {
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
  // Whoever lifts twice on a day is as strong the second time.
  const liftedByDay = new Map<string, number>();
  for (const { startedAt, maxHg } of points) {
    const day = toGymDay(startedAt);
    liftedByDay.set(day, Math.max(maxHg, liftedByDay.get(day) ?? 0));
  }
  return {
    points: points.map((point) => ({
      workoutId: point.id,
      startedAt: point.startedAt.toISOString(),
      max: toKilograms(point.maxHg),
      tfo: toKilograms(point.tfoHg),
      estimatedOneRepMax: describeEstimate(
        point.oneRepMaxHg,
        point.oneRepMaxReps,
        liftedByDay.get(toGymDay(point.startedAt)) ?? point.maxHg,
      ),
    })),
    bests: bests && toBests(bests),
    workoutCount: bests?.workoutCount ?? 0,
  };
}

function toBests(row: WorkoutBestRow): NonNullable<WorkoutHistory['bests']> {
  const max = toBest(row.maxHg, row.maxWorkoutId, row.maxAt);
  return {
    max,
    tfo: toBest(row.tfoHg, row.tfoWorkoutId, row.tfoAt),
    oneRepMax:
      row.oneRepMaxHg === null || row.oneRepMaxWorkoutId === null || row.oneRepMaxAt === null
        ? null
        : row.oneRepMaxHg < row.maxHg
          ? max
          : toBest(row.oneRepMaxHg, row.oneRepMaxWorkoutId, row.oneRepMaxAt),
  };
}

function toBest(hg: number, workoutId: number, achievedAt: Date) {
  return { value: toKilograms(hg), workoutId, achievedAt: achievedAt.toISOString() };
}

import type {
  HistoryPeriod,
  WorkoutHistory,
  WorkoutTrend,
} from '@tanren/contract/workouts/workout-history';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { describeEstimate } from '@tanren/domain/workouts/one-rep-max';
import { findWeeklyMaxima, startOfWeeks, trendWeeks } from '@tanren/domain/workouts/trends';
import { listMarks } from '@tanren/domain/workouts/workout-records';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { and, asc, between, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import {
  type WorkoutBestRow,
  workoutBests,
  type WorkoutRow,
  workouts,
} from '#db/schema/workouts.ts';

export interface HistoryFilter {
  readonly sub: string;
  readonly workoutTypeId: number;
  /** First gym day of the history. `null` for all time. */
  readonly since: string | null;
}

const pointColumns = {
  id: workouts.id,
  startedAt: workouts.startedAt,
  gymDay: workouts.gymDay,
  maxHg: workouts.maxHg,
  tfoHg: workouts.tfoHg,
  oneRepMaxHg: workouts.oneRepMaxHg,
  oneRepMaxReps: workouts.oneRepMaxReps,
  claimedAt: workouts.claimedAt,
  correctedAt: workouts.correctedAt,
  correctionState: workouts.correctionState,
};

/** Returns the condition for the workouts of a member and a type since a gym day. */
export function matchesHistory({ sub, workoutTypeId, since }: HistoryFilter) {
  return and(
    eq(workouts.sub, sub),
    eq(workouts.workoutTypeId, workoutTypeId),
    // The index is sorted by time, so workouts of the previous gym day past midnight are filtered
    // out.
    since === null ? undefined : gte(workouts.startedAt, toGymInstant(since, 0)),
    since === null ? undefined : gte(workouts.gymDay, since),
  );
}

/** Selects the points of a chart, oldest first. */
export function selectPoints(db: Queryable, filter: HistoryFilter, limit: number) {
  return db
    .select(pointColumns)
    .from(workouts)
    .where(matchesHistory(filter))
    .orderBy(asc(workouts.startedAt), asc(workouts.id))
    .limit(limit);
}

/** First day of the week of a workout. */
export const workoutWeek = sql`date_trunc('week', ${workouts.gymDay}::timestamp)`;

/**
 * Selects the workout with the largest load of each week. The larger sum decides between equal
 * ones.
 */
function selectWeeklyPoints(db: Queryable, filter: HistoryFilter) {
  return db
    .selectDistinctOn([workoutWeek], pointColumns)
    .from(workouts)
    .where(matchesHistory(filter))
    .orderBy(asc(workoutWeek), desc(workouts.maxHg), desc(workouts.tfoHg), asc(workouts.id));
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

async function findBestDays(
  db: Queryable,
  { maxWorkoutId, tfoWorkoutId, oneRepMaxWorkoutId }: WorkoutBestRow,
): Promise<Map<number, string>> {
  const ids = [maxWorkoutId, tfoWorkoutId, oneRepMaxWorkoutId].filter((id) => id !== null);
  const found = await db
    .select({ id: workouts.id, gymDay: workouts.gymDay })
    .from(workouts)
    .where(inArray(workouts.id, ids));
  return new Map(found.map(({ id, gymDay }) => [id, gymDay]));
}

const periodDays = { '1m': 30, '3m': 91, '1y': 365 } as const;

/** Returns the first gym day of a period, or `null` for all time. */
export function startOfPeriod(period: HistoryPeriod, now: Date): string | null {
  return period === 'all' ? null : addDays(toGymDay(now), -periodDays[period]);
}

/** Maximum number of points. More would overlap in a chart as wide as a phone. */
export const maxPoints = 400;

type HistoryPoint = Pick<WorkoutRow, keyof typeof pointColumns>;

interface TypeHistory {
  readonly points: readonly HistoryPoint[];
  readonly bests: WorkoutBestRow | null;
  /** Gym days of the workouts in which the bests were reached, by workout id. */
  readonly bestDays: ReadonlyMap<number, string>;
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
  const points = await selectPoints(db, filter, maxPoints + 1);
  const bests = await findBests(db, sub, workoutTypeId);
  return {
    points: points.length > maxPoints ? await selectWeeklyPoints(db, filter) : points,
    bests,
    bestDays: bests === null ? new Map() : await findBestDays(db, bests),
  };
}

export function toWorkoutHistory({ points, bests, bestDays }: TypeHistory): WorkoutHistory {
  // The estimate of each workout is at least the largest load of its day: a member who trains twice
  // in a day has the same strength both times.
  const liftedByDay = new Map<string, number>();
  for (const { gymDay, maxHg } of points) {
    liftedByDay.set(gymDay, Math.max(maxHg, liftedByDay.get(gymDay) ?? 0));
  }
  return {
    points: points.map((point) => {
      const marks = listMarks(point);
      return {
        workoutId: point.id,
        startedAt: point.startedAt.toISOString(),
        gymDay: point.gymDay,
        max: toKilograms(point.maxHg),
        tfo: toKilograms(point.tfoHg),
        estimatedOneRepMax: describeEstimate(
          point.oneRepMaxHg,
          point.oneRepMaxReps,
          liftedByDay.get(point.gymDay) ?? point.maxHg,
        ),
        ...(marks.length > 0 && { marks }),
      };
    }),
    bests: bests && toBests(bests, bestDays),
    workoutCount: bests?.workoutCount ?? 0,
  };
}

function toBests(
  row: WorkoutBestRow,
  days: ReadonlyMap<number, string>,
): NonNullable<WorkoutHistory['bests']> {
  const toBest = (hg: number, workoutId: number, achievedAt: Date) => ({
    value: toKilograms(hg),
    workoutId,
    achievedAt: achievedAt.toISOString(),
    gymDay: days.get(workoutId) ?? toGymDay(achievedAt),
  });
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

/** Selects the heaviest loads from the first to the last gym day, both included. */
export function selectMaxima(db: Queryable, sub: string, first: string, last: string) {
  const { workoutTypeId, gymDay, maxHg } = workouts;
  return db
    .select({ workoutTypeId, gymDay, maxHg })
    .from(workouts)
    .where(and(eq(workouts.sub, sub), between(gymDay, first, last)));
}

/** Reads the heaviest load of each of the last twelve weeks, for each type done in them. */
export async function readTrends(db: Queryable, sub: string, now: Date): Promise<WorkoutTrend[]> {
  const today = toGymDay(now);
  const rows = await selectMaxima(db, sub, startOfWeeks(today, trendWeeks), today);
  return [...findWeeklyMaxima(rows, today)]
    .toSorted(([a], [b]) => a - b)
    .map(([workoutTypeId, weeks]) => ({
      workoutTypeId,
      weeks: weeks.map((maxHg) => (maxHg === null ? null : toKilograms(maxHg))),
    }));
}

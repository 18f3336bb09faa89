import { isUnusuallyHeavy, recentBestDays, toKilograms } from '@tanren/domain/workouts/loads';
import { type RecentWorkout, recentWorkouts } from '@tanren/domain/workouts/next-load';
import { findPlannedReps, isPlannedLoad } from '@tanren/domain/menus/menus';
import { and, desc, eq, gte, max } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { workoutBests, workouts } from '#db/schema/workouts.ts';

/** Selects the heaviest rep of the last 90 days for each type, or for the given type alone. */
export function selectRecentBests(db: Queryable, sub: string, now: Date, workoutTypeId?: number) {
  const since = new Date(now.getTime() - recentBestDays * 24 * 60 * 60 * 1000);
  const ofType = workoutTypeId === undefined ? [] : [eq(workouts.workoutTypeId, workoutTypeId)];
  return db
    .select({ workoutTypeId: workouts.workoutTypeId, maxHg: max(workouts.maxHg) })
    .from(workouts)
    .where(and(eq(workouts.sub, sub), gte(workouts.startedAt, since), ...ofType))
    .groupBy(workouts.workoutTypeId);
}

/** Rejects a load far above the member's recent best until the caller confirms it. */
export async function rejectHeavyLoad(
  db: Queryable,
  { sub, workoutTypeId, loadHg }: { sub: string; workoutTypeId: number; loadHg: number },
  now: Date,
): Promise<void> {
  const recentBestHg = await findRecentBest(db, sub, workoutTypeId, now);
  if (recentBestHg === null || !isUnusuallyHeavy(loadHg, recentBestHg)) return;
  const heavy = { loadKg: toKilograms(loadHg), recentBest: toKilograms(recentBestHg) };
  throw new AppError('load_unusually_heavy', { heavy });
}

/**
 * Returns the best of the last 90 days, or of all time if there is none. Returns `null` for a type
 * that the member has never done.
 */
export async function findRecentBest(
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  now: Date,
): Promise<number | null> {
  const [recent] = await selectRecentBests(db, sub, now, workoutTypeId);
  if (recent?.maxHg !== undefined) return recent.maxHg;
  const [ever] = await db
    .select({ maxHg: workoutBests.maxHg })
    .from(workoutBests)
    .where(and(eq(workoutBests.sub, sub), eq(workoutBests.workoutTypeId, workoutTypeId)));
  return ever?.maxHg ?? null;
}

/**
 * The columns that the rule of the next load needs. `runItems` comes from a left join of the run.
 */
export const recentWorkoutColumns = {
  topLoadHg: workouts.topLoadHg,
  topReps: workouts.topReps,
  startedAt: workouts.startedAt,
  gymDay: workouts.gymDay,
  runItems: trainingSessionRuns.items,
};

/** Selects the last workouts of the member and type of each row of bests, for a lateral join. */
export function selectRecentOfBests(db: Queryable) {
  const { id, endedAt, setCount, strengthMean, strengthSd } = workouts;
  return db
    .select({ ...recentWorkoutColumns, id, endedAt, setCount, strengthMean, strengthSd })
    .from(workouts)
    .leftJoin(trainingSessionRuns, eq(trainingSessionRuns.id, workouts.sessionRunId))
    .where(
      and(
        eq(workouts.sub, workoutBests.sub),
        eq(workouts.workoutTypeId, workoutBests.workoutTypeId),
      ),
    )
    .orderBy(desc(workouts.startedAt), desc(id))
    .limit(recentWorkouts)
    .as('recent');
}

type RecentWorkoutRow = Omit<RecentWorkout, 'plannedReps' | 'isPlannedLoad'> & {
  readonly runItems: Parameters<typeof findPlannedReps>[0] | null;
};

export function toRecentWorkout(row: RecentWorkoutRow, workoutTypeId: number): RecentWorkout {
  const { topLoadHg, topReps, startedAt, gymDay } = row;
  const items = row.runItems ?? [];
  return {
    topLoadHg,
    topReps,
    startedAt,
    gymDay,
    plannedReps: findPlannedReps(items, workoutTypeId, topLoadHg),
    isPlannedLoad: isPlannedLoad(items, workoutTypeId, topLoadHg),
  };
}

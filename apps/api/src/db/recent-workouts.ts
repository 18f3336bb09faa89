import type { RecentWorkout } from '@tanren/domain/next-load';
import { findPlannedReps } from '@tanren/domain/session-items';
import { trainingSessionRuns } from './schema/training-sessions.ts';
import { workouts } from './schema/workouts.ts';

/** What the rule of the next load looks at; the items of the run come by a left join. */
export const recentWorkoutColumns = {
  topLoadHg: workouts.topLoadHg,
  topReps: workouts.topReps,
  oneRepMaxHg: workouts.oneRepMaxHg,
  startedAt: workouts.startedAt,
  runItems: trainingSessionRuns.items,
};

type RecentWorkoutRow = Omit<RecentWorkout, 'plannedReps'> & {
  readonly runItems: Parameters<typeof findPlannedReps>[0] | null;
};

export function toRecentWorkout(row: RecentWorkoutRow, workoutTypeId: number): RecentWorkout {
  const { topLoadHg, topReps, oneRepMaxHg, startedAt, runItems } = row;
  const plannedReps = findPlannedReps(runItems ?? [], workoutTypeId, topLoadHg);
  return { topLoadHg, topReps, oneRepMaxHg, startedAt, plannedReps };
}

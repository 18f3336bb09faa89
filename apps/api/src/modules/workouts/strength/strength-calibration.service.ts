import type { StrengthCalibration } from '@tanren/contract/workouts/workout-strength';
import { findPlannedReps } from '@tanren/domain/menus/menus';
import {
  countOutcomes,
  findDeviation,
  groupByChance,
  maxPredictions,
  type Outcomes,
  type Prediction,
} from '@tanren/domain/workouts/strength-calibration';
import { and, desc, eq, gte, isNotNull } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { workouts } from '#db/schema/workouts.ts';

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** Selects the newest predictions of a member with the runs whose reps they predict. */
export function selectPredictions(db: Queryable, sub: string, since: Date) {
  const { workoutTypeId, topLoadHg, topReps, plannedChance, startedAt } = workouts;
  const { items } = trainingSessionRuns;
  return db
    .select({ workoutTypeId, topLoadHg, topReps, plannedChance, items })
    .from(workouts)
    .innerJoin(trainingSessionRuns, eq(trainingSessionRuns.id, workouts.sessionRunId))
    .where(and(eq(workouts.sub, sub), gte(startedAt, since), isNotNull(plannedChance)))
    .orderBy(desc(startedAt), desc(workouts.id))
    .limit(maxPredictions);
}

/** Compares the predictions of the last year with what came of them. */
export async function readCalibration(
  db: Queryable,
  sub: string,
  now: Date,
): Promise<StrengthCalibration> {
  const rows = await selectPredictions(db, sub, new Date(now.getTime() - yearMs));
  const predictions = rows.flatMap((row): Prediction[] => {
    const { workoutTypeId, topLoadHg, topReps, plannedChance: chance, items } = row;
    const reps = findPlannedReps(items, workoutTypeId, topLoadHg);
    if (chance === null || reps === null) return [];
    return [{ workoutTypeId, chance, isReached: topReps >= reps }];
  });
  const typeIds = [...new Set(predictions.map(({ workoutTypeId }) => workoutTypeId))];
  return {
    ...toWire(countOutcomes(predictions)),
    groups: groupByChance(predictions).map(toWire),
    types: typeIds
      .toSorted((a, b) => a - b)
      .map((workoutTypeId) => {
        const own = predictions.filter((one) => one.workoutTypeId === workoutTypeId);
        const deviation = findDeviation(own);
        return {
          workoutTypeId,
          ...toWire(countOutcomes(own)),
          ...(deviation !== null && { deviation }),
        };
      }),
  };
}

function toWire<T extends Outcomes>(outcomes: T): T {
  return { ...outcomes, expected: Math.round(outcomes.expected * 10) / 10 };
}

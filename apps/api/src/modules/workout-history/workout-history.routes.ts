import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workout-history';
import { toKilograms } from '@tanren/domain/loads';
import { describeEstimate } from '@tanren/domain/one-rep-max-estimate';
import type { Database } from '#db/database.ts';
import type { WorkoutBestRow } from '#db/schema/workouts.ts';
import { readHistory, type TypeHistory } from './workout-history.service.ts';

export interface WorkoutHistoryOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const workoutHistoryRoutes: FastifyPluginAsyncTypebox<WorkoutHistoryOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.getWorkoutHistory,
    handler: async ({ identity, params, query }) =>
      toWire(await readHistory(db, identity.sub, params.workoutType, query.period ?? 'all', now())),
  });
};

function toWire({ points, bests }: TypeHistory): contract.WorkoutHistory {
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

function toBests(row: WorkoutBestRow): NonNullable<contract.WorkoutHistory['bests']> {
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

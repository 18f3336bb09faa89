import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workout-loads';
import { toKilograms } from '@tanren/domain/loads';
import { describeEstimate } from '@tanren/domain/one-rep-max-estimate';
import type { Database } from '#db/database.ts';
import { readLoads, type TypeLoads } from './workout-loads.service.ts';

export interface WorkoutLoadOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const workoutLoadRoutes: FastifyPluginAsyncTypebox<WorkoutLoadOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.listWorkoutLoads,
    handler: async ({ identity }) => (await readLoads(db, identity.sub, now())).map(toWire),
  });
};

function toWire({ best, last, next }: TypeLoads): contract.WorkoutLoad {
  return {
    workoutTypeId: best.workoutTypeId,
    lastLoad: toKilograms(last.topLoadHg),
    lastReps: last.topReps,
    lastWorkoutAt: last.startedAt.toISOString(),
    maxLoad: toKilograms(best.maxHg),
    maxLoadAt: best.maxAt.toISOString(),
    estimatedOneRepMax: describeEstimate(best.oneRepMaxHg, best.oneRepMaxReps),
    nextLoad: toKilograms(next.loadHg),
    nextLoadReason: next.reason,
    nextLoadNote: null,
  };
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workout-loads';
import type { Database } from '#db/database.ts';
import { readLoads } from './workout-loads.service.ts';
import { toWorkoutLoad } from './workout-loads.wire.ts';

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
    handler: async ({ identity }) => (await readLoads(db, identity.sub, now())).map(toWorkoutLoad),
  });
};

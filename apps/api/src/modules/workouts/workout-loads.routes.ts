import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/workout-loads';
import type { Database } from '#db/database.ts';
import { listLoads } from './workout-loads.service.ts';

interface WorkoutLoadOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const workoutLoadRoutes: FastifyPluginAsyncTypebox<WorkoutLoadOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.listWorkoutLoads,
    handler: async ({ identity }) => await listLoads(db, identity.sub, now()),
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/workout-types';
import type { Database } from '#db/database.ts';
import { readTypes } from './workout-types.service.ts';

interface WorkoutTypeOptions {
  readonly db: Database;
}

export const workoutTypeRoutes: FastifyPluginAsyncTypebox<WorkoutTypeOptions> = async (
  app,
  { db },
) => {
  app.route({
    ...contract.listWorkoutTypes,
    handler: async ({ identity }) => await readTypes(db, identity.sub),
  });
};

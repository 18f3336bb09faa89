import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/workout-types';
import { readTypes } from './workout-types.service.ts';

export const workoutTypeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...contract.listWorkoutTypes,
    handler: async ({ db, identity }) => await readTypes(db, identity.sub),
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/workout-loads';
import { listOwnLoads } from './workout-loads.service.ts';

interface WorkoutLoadOptions {
  readonly now: () => Date;
}

export const workoutLoadRoutes: FastifyPluginAsyncTypebox<WorkoutLoadOptions> = async (
  app,
  { now },
) => {
  app.route({
    ...contract.listWorkoutLoads,
    handler: async ({ db, identity }) => await listOwnLoads(db, identity.sub, now()),
  });
};

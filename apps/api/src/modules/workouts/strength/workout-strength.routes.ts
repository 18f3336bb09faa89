import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { getWorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import { readStrength } from './workout-strength.service.ts';

interface WorkoutStrengthOptions {
  readonly now: () => Date;
}

export const workoutStrengthRoutes: FastifyPluginAsyncTypebox<WorkoutStrengthOptions> = async (
  app,
  { now },
) => {
  app.route({
    ...getWorkoutStrength,
    handler: async ({ db, identity, params, query }) =>
      await readStrength(db, identity.sub, params.workoutType, query.period ?? '3m', now()),
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/workout-history';
import { readHistory, readTrends, toWorkoutHistory } from './workout-history.service.ts';

interface WorkoutHistoryOptions {
  readonly now: () => Date;
}

export const workoutHistoryRoutes: FastifyPluginAsyncTypebox<WorkoutHistoryOptions> = async (
  app,
  { now },
) => {
  app.route({
    ...contract.getWorkoutHistory,
    handler: async ({ db, identity, params, query }) =>
      toWorkoutHistory(
        await readHistory(db, identity.sub, params.workoutType, query.period ?? 'all', now()),
      ),
  });

  app.route({
    ...contract.listWorkoutTrends,
    handler: async ({ db, identity }) => await readTrends(db, identity.sub, now()),
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/workout-history';
import type { Database } from '#db/database.ts';
import { readHistory, toWorkoutHistory } from './workout-history.service.ts';

interface WorkoutHistoryOptions {
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
      toWorkoutHistory(
        await readHistory(db, identity.sub, params.workoutType, query.period ?? 'all', now()),
      ),
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/workout-ranking';
import type { Database } from '#db/database.ts';
import { readRanking } from './read-ranking.ts';

interface WorkoutRankingOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const workoutRankingRoutes: FastifyPluginAsyncTypebox<WorkoutRankingOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.getWorkoutRanking,
    handler: async ({ identity, params, query }) =>
      await readRanking(
        db,
        identity.sub,
        {
          ...params,
          period: query.period ?? null,
          gym: query.gym ?? null,
          scale: query.scale ?? 'open',
        },
        now(),
      ),
  });
};

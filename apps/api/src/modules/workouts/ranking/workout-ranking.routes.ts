import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/workout-ranking';
import { readRanking } from './read-ranking.ts';

interface WorkoutRankingOptions {
  readonly now: () => Date;
}

export const workoutRankingRoutes: FastifyPluginAsyncTypebox<WorkoutRankingOptions> = async (
  app,
  { now },
) => {
  app.route({
    ...contract.getWorkoutRanking,
    handler: async ({ staleDb, identity, params, query }) =>
      await readRanking(
        staleDb,
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

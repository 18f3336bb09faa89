import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/training-status';
import type { Database } from '#db/database.ts';
import { readStatus } from './training-status.service.ts';

interface TrainingStatusOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const trainingStatusRoutes: FastifyPluginAsyncTypebox<TrainingStatusOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.getTrainingStatus,
    handler: async ({ identity }) => await readStatus(db, identity.sub, now()),
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/training-status';
import { readStatus } from './training-status.service.ts';

interface TrainingStatusOptions {
  readonly now: () => Date;
}

export const trainingStatusRoutes: FastifyPluginAsyncTypebox<TrainingStatusOptions> = async (
  app,
  { now },
) => {
  app.route({
    ...contract.getTrainingStatus,
    handler: async ({ db, identity }) => await readStatus(db, identity.sub, now()),
  });
};

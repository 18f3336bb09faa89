import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/machines/machine-waits';
import { readGymWaits } from './machine-waits.service.ts';

export const machineWaitRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...contract.getGymWaits,
    handler: async ({ staleDb, params }) => await readGymWaits(staleDb, params.gymId),
  });
};

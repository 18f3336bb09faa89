import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/informations';
import type { Database } from '#db/database.ts';
import { listInformations } from './informations.store.ts';

export const informationRoutes: FastifyPluginAsyncTypebox<{ db: Database }> = async (
  app,
  { db },
) => {
  app.route({ ...contract.listInformations, handler: async () => await listInformations(db) });
};

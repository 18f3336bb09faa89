import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/informations';
import type { Database } from '#db/database.ts';
import { listInformations } from './informations.store.ts';

export interface InformationOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const informationRoutes: FastifyPluginAsyncTypebox<InformationOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.listInformations,
    handler: async () => await listInformations(db, now()),
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/menus/todays-menu';
import type { Database } from '#db/database.ts';
import { readTodaysMenus } from './todays-menu.service.ts';

interface TodaysMenuOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const todaysMenuRoutes: FastifyPluginAsyncTypebox<TodaysMenuOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.getTodaysMenu,
    handler: async ({ identity }) => await readTodaysMenus(db, identity.sub, now()),
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/menus/todays-menu';
import type { Database } from '#db/database.ts';
import { readTodaysMenus, type TodaysMenuSources } from './todays-menu.service.ts';

interface TodaysMenuOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly sources: TodaysMenuSources;
}

export const todaysMenuRoutes: FastifyPluginAsyncTypebox<TodaysMenuOptions> = async (
  app,
  { db, now, sources },
) => {
  app.route({
    ...contract.getTodaysMenu,
    handler: async ({ identity }) => await readTodaysMenus(db, sources, identity.sub, now()),
  });
};

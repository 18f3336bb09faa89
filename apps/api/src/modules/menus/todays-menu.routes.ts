import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/menus/todays-menu';
import { readTodaysMenus } from './todays-menu.service.ts';

interface TodaysMenuOptions {
  readonly now: () => Date;
}

export const todaysMenuRoutes: FastifyPluginAsyncTypebox<TodaysMenuOptions> = async (
  app,
  { now },
) => {
  app.route({
    ...contract.getTodaysMenu,
    handler: async ({ db, identity }) => await readTodaysMenus(db, identity.sub, now()),
  });
};

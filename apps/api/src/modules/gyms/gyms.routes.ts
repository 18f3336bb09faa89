import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/gyms';
import type { Database } from '#db/database.ts';
import { readDay, readGym, readPlans, readWeek } from './gyms.service.ts';
import { listGyms } from './gyms.store.ts';
import { toWire, toWireDay, toWirePlan } from './gyms.wire.ts';

export interface GymOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const gymRoutes: FastifyPluginAsyncTypebox<GymOptions> = async (app, { db, now }) => {
  app.route({ ...contract.listGyms, handler: async () => await listGyms(db) });

  app.route({
    ...contract.getGym,
    handler: async ({ params }) => toWire(await readGym(db, params.gymId)),
  });

  app.route({
    ...contract.getBusinessHours,
    handler: async ({ params: { gymId, ...date } }) => toWireDay(await readDay(db, gymId, date)),
  });

  app.route({
    ...contract.getWeeklyHours,
    handler: async ({ params }) => {
      const { weekly, specialDays } = await readWeek(db, params.gymId, now());
      return { weekly: [...weekly], specialDays: [...specialDays] };
    },
  });

  app.route({
    ...contract.listSubscriptionPlans,
    handler: async ({ params }) => (await readPlans(db, params.gymId)).map(toWirePlan),
  });
};

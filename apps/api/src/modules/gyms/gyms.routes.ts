import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/gyms/gyms';
import { toWirePlan } from './subscription-plans.service.ts';
import {
  type DayOfGym,
  listGyms,
  readDay,
  readGym,
  readPlans,
  readWeek,
  toWireGym,
} from './gyms.service.ts';

function toWireDay({ date, open, special }: DayOfGym): contract.BusinessHours {
  return {
    date,
    closed: open === null,
    opens: open && open.opensAt.toISOString(),
    closes: open && open.closesAt.toISOString(),
    special: special !== null,
    note: special?.note ?? '',
  };
}

interface GymOptions {
  readonly now: () => Date;
}

export const gymRoutes: FastifyPluginAsyncTypebox<GymOptions> = async (app, { now }) => {
  app.route({ ...contract.listGyms, handler: async ({ db }) => await listGyms(db) });

  app.route({
    ...contract.getGym,
    handler: async ({ db, params }) => await toWireGym(db, await readGym(db, params.gymId)),
  });

  app.route({
    ...contract.getBusinessHours,
    handler: async ({ db, params: { gymId, ...date } }) =>
      toWireDay(await readDay(db, gymId, date)),
  });

  app.route({
    ...contract.getWeeklyHours,
    handler: async ({ db, params }) => {
      const { weekly, specialDays } = await readWeek(db, params.gymId, now());
      return { weekly: [...weekly], specialDays: [...specialDays] };
    },
  });

  app.route({
    ...contract.listSubscriptionPlans,
    handler: async ({ db, params }) => (await readPlans(db, params.gymId)).map(toWirePlan),
  });
};

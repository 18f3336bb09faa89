import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/staff-gyms';
import type { StaffGymParts } from './change-gym.ts';
import { removeSpecialDay, setSpecialDay, setWeek } from './gym-hours.service.ts';
import { readStaffGym } from './staff-gyms.reads.ts';
import { createGym, setPlans, updateGym } from './staff-gyms.service.ts';

export interface StaffGymOptions extends StaffGymParts {
  readonly now: () => Date;
}

export const staffGymRoutes: FastifyPluginAsyncTypebox<StaffGymOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.getStaffGym,
    handler: async ({ params }) => await readStaffGym(parts.db, params.gymId, now()),
  });

  app.route({
    ...contract.createGym,
    handler: async ({ identity, body }, reply) => {
      const made = await createGym(parts, identity.sub, body, now());
      return await reply.code(201).send(made);
    },
  });

  app.route({
    ...contract.updateGym,
    handler: async ({ identity, params, body: { cancelAffected = false, ...gym } }) => {
      const request = { staffSub: identity.sub, ...params, cancelAffected };
      return await updateGym(parts, request, gym, now());
    },
  });

  app.route({
    ...contract.setWeeklyHours,
    handler: async ({ identity, params, body: { cancelAffected = false, weekly } }) => {
      const request = { staffSub: identity.sub, ...params, cancelAffected };
      return await setWeek(parts, request, weekly, now());
    },
  });

  app.route({
    ...contract.setSpecialDay,
    handler: async ({ identity, params, body: { cancelAffected = false, ...day } }) => {
      const { gymId, date } = params;
      const request = { staffSub: identity.sub, gymId, cancelAffected };
      return await setSpecialDay(parts, request, { date, ...day }, now());
    },
  });

  app.route({
    ...contract.deleteSpecialDay,
    handler: async ({ identity, params: { gymId, date }, query: { cancelAffected = false } }) => {
      const request = { staffSub: identity.sub, gymId, cancelAffected };
      return await removeSpecialDay(parts, request, date, now());
    },
  });

  app.route({
    ...contract.setPlans,
    handler: async ({ identity, params, body }) => {
      const request = { staffSub: identity.sub, ...params };
      return await setPlans(parts, request, body.plans, now());
    },
  });
};

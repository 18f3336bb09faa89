import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/gyms/staff-gyms';
import { createGym, readStaffGym, type StaffGymParts, updateGym } from './staff-gyms.service.ts';
import { removeSpecialDay, setSpecialDay, setWeek } from './gym-hours.service.ts';
import { setPlans } from './gym-plans.service.ts';

interface StaffGymOptions extends StaffGymParts {
  readonly now: () => Date;
}

/**
 * Transaction options for reading gym, hours and plans of the same version, because a change is
 * based on all of them.
 */
const oneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

export const staffGymRoutes: FastifyPluginAsyncTypebox<StaffGymOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.getStaffGym,
    handler: async ({ db, params }) =>
      await db.transaction(async (tx) => {
        await tx.setTransaction(oneMoment);
        return await readStaffGym(tx, params.gymId, now());
      }),
  });

  app.route({
    ...contract.createGym,
    handler: async ({ db, identity, body }, reply) => {
      const made = await createGym(db, identity.sub, body, now());
      return await reply.code(201).send(made);
    },
  });

  app.route({
    ...contract.updateGym,
    handler: async ({ db, identity, params, body: { version, cancelAffected = 0, ...gym } }) => {
      const request = { staffSub: identity.sub, ...params, version, cancelAffected };
      return await updateGym(db, parts, request, gym, now());
    },
  });

  app.route({
    ...contract.setWeeklyHours,
    handler: async ({ db, identity, params, body: { weekly, ...rules } }) => {
      const request = { staffSub: identity.sub, ...params, ...rules };
      return await setWeek(db, parts, request, weekly, now());
    },
  });

  app.route({
    ...contract.setSpecialDay,
    handler: async ({ db, identity, params, body: { hours, note, ...rules } }) => {
      const { gymId, date } = params;
      const request = { staffSub: identity.sub, gymId, ...rules };
      return await setSpecialDay(db, parts, request, { date, hours, note }, now());
    },
  });

  app.route({
    ...contract.deleteSpecialDay,
    handler: async ({ db, identity, params: { gymId, date }, query }) => {
      const request = { staffSub: identity.sub, gymId, ...query };
      return await removeSpecialDay(db, parts, request, date, now());
    },
  });

  app.route({
    ...contract.setPlans,
    handler: async ({ db, identity, params, body: { plans, ...rules } }) => {
      const request = { staffSub: identity.sub, ...params, ...rules };
      return await setPlans(db, parts, request, plans, now());
    },
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/machines/gym-floor';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { readGymFloor, readStaffFloor, saveFloor } from './gym-floor.service.ts';

interface GymFloorOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
}

export const gymFloorRoutes: FastifyPluginAsyncTypebox<GymFloorOptions> = async (
  app,
  { now, lockAccount },
) => {
  app.route({
    ...contract.getGymFloor,
    handler: async ({ db, identity: { sub }, params }) =>
      await readGymFloor(db, { sub, ...params }, now()),
  });

  app.route({
    ...contract.getStaffFloor,
    handler: async ({ db, params }) => await readStaffFloor(db, params.gymId, now()),
  });

  app.route({
    ...contract.saveStaffFloor,
    handler: async ({ db, identity, params: { gymId }, body }) => {
      const change = { staffSub: identity.sub, gymId, ...body };
      return await saveFloor(db, lockAccount, change, now());
    },
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/gyms/gym-crowd';
import { type Crowd, readCrowd, type TypeCrowd } from './gym-crowd.service.ts';

interface GymCrowdOptions {
  readonly now: () => Date;
}

export const gymCrowdRoutes: FastifyPluginAsyncTypebox<GymCrowdOptions> = async (app, { now }) => {
  app.route({
    ...contract.getGymCrowd,
    handler: async ({ db, params }) => {
      const at = now();
      return toWire(await readCrowd(db, params.gymId, at), at);
    },
  });
};

function toWire({ types, slots }: Crowd, now: Date): contract.GymCrowd {
  return {
    at: now.toISOString(),
    machineCount: sum(types, 'machineCount'),
    machinesInUse: sum(types, 'inUse'),
    types,
    slots: slots.map(({ startsAt, endsAt, capacity, reserved }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      capacity,
      reserved,
    })),
  };
}

function sum(types: readonly TypeCrowd[], what: 'machineCount' | 'inUse'): number {
  return types.reduce((total, type) => total + type[what], 0);
}

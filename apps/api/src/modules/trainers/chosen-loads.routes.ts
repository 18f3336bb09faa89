import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/trainers/trainer-members';
import { chooseLoad, type ChosenLoadParts, clearLoad } from './chosen-loads.service.ts';

interface ChosenLoadOptions extends ChosenLoadParts {
  readonly now: () => Date;
}

export const chosenLoadRoutes: FastifyPluginAsyncTypebox<ChosenLoadOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.setNextLoad,
    handler: async ({ identity, params: { memberId, workoutType }, body }, reply) => {
      const member = { trainerSub: identity.sub, memberId };
      await chooseLoad(parts, member, workoutType, body, now());
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.clearNextLoad,
    handler: async ({ identity, params: { memberId, workoutType } }, reply) => {
      await clearLoad(parts, { trainerSub: identity.sub, memberId }, workoutType);
      return await reply.code(204).send(null);
    },
  });
};

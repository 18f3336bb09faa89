import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/trainers/trainer-members';
import { chooseLoad, clearLoad } from './chosen-loads.service.ts';

interface ChosenLoadOptions {
  readonly now: () => Date;
  /** Makes the member's machine, if one is linked, show the exercise that is due now. */
  readonly notifyMachine: (sub: string) => Promise<void>;
}

export const chosenLoadRoutes: FastifyPluginAsyncTypebox<ChosenLoadOptions> = async (
  app,
  { now, notifyMachine },
) => {
  app.route({
    ...contract.setNextLoad,
    handler: async (
      { db, afterCommit, identity, params: { memberId, workoutType }, body },
      reply,
    ) => {
      const member = { trainerSub: identity.sub, memberId };
      const memberSub = await chooseLoad(db, member, workoutType, body, now());
      await afterCommit(() => notifyMachine(memberSub));
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.clearNextLoad,
    handler: async ({ db, afterCommit, identity, params: { memberId, workoutType } }, reply) => {
      const member = { trainerSub: identity.sub, memberId };
      const { memberSub, cleared } = await clearLoad(db, member, workoutType);
      if (cleared) await afterCommit(() => notifyMachine(memberSub));
      return await reply.code(204).send(null);
    },
  });
};

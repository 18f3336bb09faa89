import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as trainerContract from '@tanren/contract/trainers/trainer-members';
import * as contract from '@tanren/contract/workouts/workout-loads';
import type { Database } from '#db/database.ts';
import { chooseLoad, type ChosenLoadParts, clearLoad } from './chosen-loads.service.ts';
import { listLoads } from './workout-loads.service.ts';

interface ChosenLoadOptions extends ChosenLoadParts {
  readonly now: () => Date;
}

export const chosenLoadRoutes: FastifyPluginAsyncTypebox<ChosenLoadOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...trainerContract.setNextLoad,
    handler: async ({ identity, params: { memberId, workoutType }, body }, reply) => {
      const member = { trainerSub: identity.sub, memberId };
      await chooseLoad(parts, member, workoutType, body, now());
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...trainerContract.clearNextLoad,
    handler: async ({ identity, params: { memberId, workoutType } }, reply) => {
      await clearLoad(parts, { trainerSub: identity.sub, memberId }, workoutType);
      return await reply.code(204).send(null);
    },
  });
};

interface WorkoutLoadOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const workoutLoadRoutes: FastifyPluginAsyncTypebox<WorkoutLoadOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.listWorkoutLoads,
    handler: async ({ identity }) => await listLoads(db, identity.sub, now()),
  });
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/trainer-member-sessions';
import { readTrainedPage } from './session-lists.service.ts';
import {
  createTrainedSession,
  readTrainedSession,
  removeTrainedSession,
  type TrainedKey,
  updateTrainedSession,
} from './trained-sessions.service.ts';
import type { TrainingSessionOptions } from './training-sessions.routes.ts';
import { toTrainingSession } from './training-sessions.wire.ts';

export const trainedSessionRoutes: FastifyPluginAsyncTypebox<TrainingSessionOptions> = async (
  app,
  { db, now, holdAccount },
) => {
  app.route({
    ...contract.listTrainedSessions,
    handler: async ({ identity: { sub: trainerSub }, params, query }) =>
      await readTrainedPage(db, { trainerSub, ...params }, query),
  });

  app.route({
    ...contract.createTrainedSession,
    handler: async ({ identity: { sub: trainerSub }, params, body }, reply) => {
      const member = { trainerSub, ...params };
      const made = await createTrainedSession({ db, holdAccount }, member, body, now());
      return await reply.code(201).send(toTrainingSession(made, trainerSub));
    },
  });

  app.route({
    ...contract.getTrainedSession,
    handler: async ({ identity: { sub }, params }) =>
      toTrainingSession(await readTrainedSession(db, toKey(sub, params)), sub),
  });

  app.route({
    ...contract.updateTrainedSession,
    handler: async ({ identity: { sub }, params, body }) =>
      toTrainingSession(await updateTrainedSession(db, toKey(sub, params), body, now()), sub),
  });

  app.route({
    ...contract.deleteTrainedSession,
    handler: async ({ identity: { sub }, params }, reply) => {
      await removeTrainedSession(db, toKey(sub, params));
      return await reply.code(204).send(null);
    },
  });
};

interface TrainedParams {
  readonly memberId: number;
  readonly trainingSessionId: number;
}

function toKey(trainerSub: string, { memberId, trainingSessionId }: TrainedParams): TrainedKey {
  return { trainerSub, memberId, id: trainingSessionId };
}

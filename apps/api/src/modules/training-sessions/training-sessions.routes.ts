import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { listTrainerTrainingSessions } from '@tanren/contract/trainer-training-sessions';
import { reportTrainingSession } from '@tanren/contract/training-session-reports';
import * as contract from '@tanren/contract/training-sessions';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import { setFavorite } from './favorites.service.ts';
import { readFavoritePage, readMadeForPage, readOwnPage } from './session-lists.service.ts';
import { reportSession } from './session-reports.service.ts';
import {
  createSession,
  readOwnSession,
  readSession,
  removeSession,
  updateSession,
} from './training-sessions.service.ts';
import { showFavoriteCount, toTrainingSession } from './training-sessions.wire.ts';

export interface TrainingSessionOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
}

export const trainingSessionRoutes: FastifyPluginAsyncTypebox<TrainingSessionOptions> = async (
  app,
  { db, now, holdAccount },
) => {
  const parts = { db, holdAccount };
  app.route({
    ...contract.createTrainingSession,
    handler: async ({ identity: { sub }, body }, reply) => {
      const made = await createSession(parts, sub, body, now());
      return await reply.code(201).send(toTrainingSession(made, sub));
    },
  });

  app.route({
    ...contract.listMyTrainingSessions,
    handler: async ({ identity, query }) => await readOwnPage(db, identity.sub, query),
  });

  app.route({
    ...contract.getMyTrainingSession,
    handler: async ({ identity: { sub }, params }) =>
      toTrainingSession(await readOwnSession(db, sub, params.trainingSessionId), sub),
  });

  app.route({
    ...contract.updateTrainingSession,
    handler: async ({ identity: { sub }, params, body }) => {
      const key = { id: params.trainingSessionId, authorSub: sub };
      return toTrainingSession(await updateSession(db, key, body, now()), sub);
    },
  });

  app.route({
    ...contract.deleteTrainingSession,
    handler: async ({ identity, params }, reply) => {
      await removeSession(db, { id: params.trainingSessionId, authorSub: identity.sub });
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.getTrainingSession,
    handler: async ({ identity: { sub }, params }) =>
      toTrainingSession(await readSession(db, sub, params.trainingSessionId), sub),
  });

  app.route({
    ...listTrainerTrainingSessions,
    handler: async ({ identity, query }) => await readMadeForPage(db, identity.sub, query),
  });

  app.route({
    ...contract.listFavoriteTrainingSessions,
    handler: async ({ identity, query }) => await readFavoritePage(db, identity.sub, query),
  });

  app.route({
    ...contract.setFavoriteTrainingSession,
    handler: async ({ identity, body }) => {
      const set = await setFavorite(parts, identity.sub, body, now());
      const { trainingSessionId, favorite } = body;
      return { trainingSessionId, favorite, favoriteCount: showFavoriteCount(set) };
    },
  });

  app.route({
    ...reportTrainingSession,
    handler: async ({ identity, params, body }, reply) => {
      await reportSession(parts, identity.sub, { ...params, ...body }, now());
      return await reply.code(204).send(null);
    },
  });
};

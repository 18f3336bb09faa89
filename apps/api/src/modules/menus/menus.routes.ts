import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as memberContract from '@tanren/contract/trainers/trainer-member-sessions';
import * as contract from '@tanren/contract/menus/menus';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { setFavorite } from './favorites.ts';
import { readFavoritePage, readMadeForPage, readOwnPage, readTrainedPage } from './menu-lists.ts';
import { reportMenu } from './menu-moderation.ts';
import { searchMenus } from './menu-search.service.ts';
import { showFavoriteCount, toTrainingSession } from './menu-summaries.ts';
import { listTags } from './menu-tags.ts';
import {
  createMenu,
  createTrainedMenu,
  readOwnMenu,
  readSession,
  readTrainedMenu,
  removeMenu,
  removeTrainedMenu,
  type TrainedKey,
  updateMenu,
  updateTrainedMenu,
} from './menus.service.ts';

interface TrainingSessionOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
}

export const trainingSessionRoutes: FastifyPluginAsyncTypebox<TrainingSessionOptions> = async (
  app,
  { now, lockAccount },
) => {
  app.route({
    ...contract.createTrainingSession,
    handler: async ({ db, identity: { sub }, body }, reply) => {
      const made = await createMenu(db, lockAccount, sub, body, now());
      return await reply.code(201).send(toTrainingSession(made, sub));
    },
  });

  app.route({
    ...contract.listMyTrainingSessions,
    handler: async ({ db, identity, query }) => await readOwnPage(db, identity.sub, query),
  });

  app.route({
    ...contract.getMyTrainingSession,
    handler: async ({ db, identity: { sub }, params }) =>
      toTrainingSession(await readOwnMenu(db, sub, params.trainingSessionId), sub),
  });

  app.route({
    ...contract.updateTrainingSession,
    handler: async ({ db, identity: { sub }, params, body }) => {
      const key = { id: params.trainingSessionId, authorSub: sub };
      return toTrainingSession(await updateMenu(db, key, body, now()), sub);
    },
  });

  app.route({
    ...contract.deleteTrainingSession,
    handler: async ({ db, identity, params }, reply) => {
      await removeMenu(db, { id: params.trainingSessionId, authorSub: identity.sub });
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.getTrainingSession,
    handler: async ({ db, identity: { sub }, params }) =>
      toTrainingSession(await readSession(db, sub, params.trainingSessionId), sub),
  });

  app.route({
    ...contract.listTrainerTrainingSessions,
    handler: async ({ db, identity, query }) => await readMadeForPage(db, identity.sub, query),
  });

  app.route({
    ...contract.listFavoriteTrainingSessions,
    handler: async ({ db, identity, query }) => await readFavoritePage(db, identity.sub, query),
  });

  app.route({
    ...contract.setFavoriteTrainingSession,
    handler: async ({ db, identity, body }) => {
      const set = await setFavorite(db, lockAccount, identity.sub, body, now());
      const { trainingSessionId, favorite } = body;
      return { trainingSessionId, favorite, favoriteCount: showFavoriteCount(set) };
    },
  });

  app.route({
    ...contract.reportTrainingSession,
    handler: async ({ db, identity, params, body }, reply) => {
      await reportMenu(db, lockAccount, identity.sub, { ...params, ...body }, now());
      return await reply.code(204).send(null);
    },
  });
};

export const trainedMenuRoutes: FastifyPluginAsyncTypebox<TrainingSessionOptions> = async (
  app,
  { now, lockAccount },
) => {
  app.route({
    ...memberContract.listTrainedMenus,
    handler: async ({ db, identity: { sub: trainerSub }, params, query }) =>
      await readTrainedPage(db, { trainerSub, ...params }, query),
  });

  app.route({
    ...memberContract.createTrainedMenu,
    handler: async ({ db, identity: { sub: trainerSub }, params, body }, reply) => {
      const member = { trainerSub, ...params };
      const made = await createTrainedMenu(db, lockAccount, member, body, now());
      return await reply.code(201).send(toTrainingSession(made, trainerSub));
    },
  });

  app.route({
    ...memberContract.getTrainedMenu,
    handler: async ({ db, identity: { sub }, params }) =>
      toTrainingSession(await readTrainedMenu(db, toKey(sub, params)), sub),
  });

  app.route({
    ...memberContract.updateTrainedMenu,
    handler: async ({ db, identity: { sub }, params, body }) =>
      toTrainingSession(await updateTrainedMenu(db, toKey(sub, params), body, now()), sub),
  });

  app.route({
    ...memberContract.deleteTrainedMenu,
    handler: async ({ db, identity: { sub }, params }, reply) => {
      await removeTrainedMenu(db, toKey(sub, params));
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

export const menuSearchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...contract.searchTrainingSessions,
    handler: async ({ staleDb, identity, query }) =>
      await searchMenus(staleDb, identity.sub, {
        query: query.query ?? '',
        tag: query.tag ?? '',
        workoutType: query.workoutType ?? null,
        sort: query.sort ?? 'new',
        cursor: query.cursor ?? null,
        limit: query.limit ?? defaultPageLimit,
      }),
  });

  app.route({
    ...contract.listTrainingSessionTags,
    handler: async ({ staleDb, identity, query }) =>
      await listTags(staleDb, identity.sub, query.query ?? ''),
  });
};

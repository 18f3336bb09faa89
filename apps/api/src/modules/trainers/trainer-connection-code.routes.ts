import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/trainers/trainer-connection-code';
import { trainerScopes } from '@tanren/domain/trainers/trainers';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  changeScopes,
  deriveTrainerCode,
  endConnection,
  issueCode,
  type MemberConnection,
  readConnection,
} from './trainer-connection-code.service.ts';
import { readViewPage } from './trainer-views.ts';

interface TrainerConnectionCodeOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly trainerCodeKey: Buffer;
  /** Makes the member's machine show the next loads of the rule after the trainer's have ended. */
  readonly notifyMachine: (memberSub: string) => Promise<void>;
}

export const trainerConnectionCodeRoutes: FastifyPluginAsyncTypebox<
  TrainerConnectionCodeOptions
> = async (app, { now, lockAccount, trainerCodeKey, notifyMachine }) => {
  app.route({
    ...contract.getTrainerConnection,
    handler: async ({ db, identity }) =>
      toWire(await readConnection(db, identity.sub, now()), trainerCodeKey),
  });

  app.route({
    ...contract.issueTrainerCode,
    handler: async ({ db, identity, body }, reply) => {
      const request = { sub: identity.sub, scopes: body.scopes ?? trainerScopes };
      const issued = await issueCode(db, lockAccount, trainerCodeKey, request, now());
      return await reply.code(201).send(toWire(issued, trainerCodeKey));
    },
  });

  app.route({
    ...contract.changeTrainerScopes,
    handler: async ({ db, identity, body }) => {
      const request = { sub: identity.sub, scopes: body.scopes };
      return toWire(await changeScopes(db, request, now()), trainerCodeKey);
    },
  });

  app.route({
    ...contract.endTrainerConnection,
    handler: async ({ db, afterCommit, identity }, reply) => {
      const ended = await endConnection(db, identity.sub, now());
      if (ended?.hadLoads === true) await afterCommit(() => notifyMachine(ended.memberSub));
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.listTrainerViews,
    handler: async ({ db, identity, query }) => {
      const { items, nextCursor } = await readViewPage(db, identity.sub, query, now());
      return {
        items: items.map(({ id, seen, seenAt, nickname }) => ({
          id,
          seen,
          seenAt: seenAt.toISOString(),
          nickname,
        })),
        nextCursor,
      };
    },
  });
};

function toWire(connection: MemberConnection, key: Buffer): contract.TrainerConnection {
  switch (connection.state) {
    case 'none':
      return { state: 'none' };
    case 'pending': {
      const { nonce, expiresAt, scopes } = connection.row;
      const code = deriveTrainerCode(key, nonce);
      return { state: 'pending', code, expiresAt: expiresAt.toISOString(), scopes };
    }
    case 'linked': {
      const { link, nickname } = connection.trainer;
      const linkedAt = link.linkedAt.toISOString();
      return { state: 'linked', trainer: { nickname }, linkedAt, scopes: link.scopes };
    }
  }
}

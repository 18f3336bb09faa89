import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/machines/machine-holds';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { HoldNotifications } from './hold-notifications.ts';
import { holdMachine, type IsMachineDue, releaseHold } from './machine-holds.service.ts';

/** Limits how long one member can keep machines free by holding them again and again. */
const holdRateLimit = { max: 6, timeWindow: 10 * 60 * 1000 };

interface MachineHoldOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly isMachineDue: IsMachineDue;
  readonly holdNotifications: HoldNotifications;
}

export const machineHoldRoutes: FastifyPluginAsyncTypebox<MachineHoldOptions> = async (
  app,
  { now, lockAccount, isMachineDue, holdNotifications },
) => {
  app.route({
    ...contract.holdMachine,
    config: { ...contract.holdMachine.config, rateLimit: holdRateLimit },
    handler: async ({ db, afterCommit, identity: { sub }, body: { machineId } }, reply) => {
      const made = await holdMachine(db, lockAccount, isMachineDue, { sub, machineId }, now());
      const { hold, isNew, releasedId } = made;
      await afterCommit(async () => {
        await holdNotifications.released(releasedId);
        if (isNew) await holdNotifications.held(hold);
      });
      return await reply.code(201).send({ machineId, until: hold.untilAt.toISOString() });
    },
  });

  app.route({
    ...contract.releaseMachine,
    handler: async ({ db, afterCommit, identity }, reply) => {
      const releasedId = await releaseHold(db, identity.sub);
      await afterCommit(async () => await holdNotifications.released(releasedId));
      return await reply.code(204).send(null);
    },
  });
};

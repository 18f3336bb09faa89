import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/reservation-waits';
import { requireGymDay, requireInstant } from './reservable-slot.ts';
import { joinWaits, leaveWait, readWaits } from './reservation-waits.service.ts';
import type { TrainingReservationOptions } from './training-reservations.routes.ts';
import { toWait } from './training-reservations.wire.ts';

export const reservationWaitRoutes: FastifyPluginAsyncTypebox<TrainingReservationOptions> = async (
  app,
  { db, now, holdAccount },
) => {
  app.route({
    ...contract.joinWaitingList,
    handler: async ({ identity: { sub, email = null }, body }, reply) => {
      const wish = {
        sub,
        email,
        gymId: body.gymId,
        gymDay: requireGymDay(body.date, 'body'),
        startsAt: requireInstant(body.startsAt),
        trainingSessionId: body.trainingSessionId,
      };
      const wait = await joinWaits({ db, holdAccount }, wish, now());
      return await reply.code(201).send(toWait(wait));
    },
  });

  app.route({
    ...contract.listMyWaits,
    handler: async ({ identity }) => (await readWaits(db, identity.sub, now())).map(toWait),
  });

  app.route({
    ...contract.leaveWaitingList,
    handler: async ({ identity: { sub }, params: { waitId } }, reply) => {
      await leaveWait(db, { sub, waitId }, now());
      return await reply.code(204).send(null);
    },
  });
};

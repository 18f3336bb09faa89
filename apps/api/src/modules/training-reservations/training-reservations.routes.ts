import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/training-reservations';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import { readDaySlots } from './day-slots.service.ts';
import { requireGymDay, requireInstant } from './reservable-slot.ts';
import { readReservation, readReservationPage } from './reservation-reads.service.ts';
import { cancelOwn, changeOwn, reserve } from './training-reservations.service.ts';
import { toReservation, toSlot } from './training-reservations.wire.ts';

export interface TrainingReservationOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
}

export const trainingReservationRoutes: FastifyPluginAsyncTypebox<
  TrainingReservationOptions
> = async (app, { db, now, holdAccount }) => {
  app.route({
    ...contract.listReservationSlots,
    handler: async ({ identity, params }) => {
      const gymDay = requireGymDay(params.date, 'params');
      const day = { sub: identity.sub, gymId: params.gymId, gymDay };
      return { slots: (await readDaySlots(db, day, now())).map(toSlot) };
    },
  });

  app.route({
    ...contract.createReservation,
    handler: async ({ identity: { sub, email = null }, params, body }, reply) => {
      const wish = {
        sub,
        email,
        gymId: params.gymId,
        gymDay: requireGymDay(params.date, 'params'),
        startsAt: requireInstant(body.startsAt),
        trainingSessionId: body.trainingSessionId,
      };
      const made = await reserve({ db, holdAccount }, wish, now());
      return await reply.code(201).send(toReservation(made));
    },
  });

  app.route({
    ...contract.listMyReservations,
    handler: async ({ identity, query }) => {
      const { items, nextCursor } = await readReservationPage(db, identity.sub, query, now());
      return { items: items.map(toReservation), nextCursor };
    },
  });

  app.route({
    ...contract.getMyReservation,
    handler: async ({ identity, params }) =>
      toReservation(await readReservation(db, identity.sub, params.reservationId)),
  });

  app.route({
    ...contract.moveReservation,
    handler: async ({ identity: { sub, email = null }, params: { reservationId: id }, body }) => {
      const startsAt = requireInstant(body.startsAt);
      const { trainingSessionId } = body;
      const change = { id, sub, email, startsAt, trainingSessionId };
      return toReservation(await changeOwn(db, change, now()));
    },
  });

  app.route({
    ...contract.cancelReservation,
    handler: async ({ identity: { sub }, params: { reservationId: id } }, reply) => {
      await cancelOwn(db, { id, sub }, now());
      return await reply.code(204).send(null);
    },
  });
};

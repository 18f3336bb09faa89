import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/booking/training-reservations';
import type {
  ReservationDay,
  ReservationSlot,
  ReservationWait,
  TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { changeableUntil } from '@tanren/domain/booking/reservations';
import type { Queryable } from '#db/database.ts';
import { toWireGym } from '#modules/gyms/gyms.service.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  type ReservableDay,
  readDaySlots,
  readReservableDays,
  requireGymDay,
  requireInstant,
} from './reservation-slots.service.ts';
import { joinWaits, leaveWait, readWaits } from './reservation-waits.service.ts';
import type { RankedWait } from './reservation-waits.store.ts';
import { readSuggestedDay } from './suggested-day.service.ts';
import {
  cancelOwn,
  changeOwn,
  readReservation,
  readReservationPage,
  reserve,
} from './training-reservations.service.ts';
import type { SeenReservation } from './training-reservations.store.ts';

interface TrainingReservationOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  /** Called after the commit of a reservation, a cancellation or a wait in a gym. */
  readonly onSlotsChanged: (gymId: number) => void;
}

export const trainingReservationRoutes: FastifyPluginAsyncTypebox<
  TrainingReservationOptions
> = async (app, { now, lockAccount, onSlotsChanged }) => {
  app.route({
    ...contract.listReservationSlots,
    handler: async ({ db, identity, params }) => {
      const gymDay = requireGymDay(params.date, 'params');
      const day = { sub: identity.sub, gymId: params.gymId, gymDay };
      return { slots: (await readDaySlots(db, day, now())).map(toSlot) };
    },
  });

  app.route({
    ...contract.listReservationDays,
    handler: async ({ db, identity: { sub }, params: { gymId } }) => {
      const days = await readReservableDays(db, { sub, gymId }, now());
      return { days: days.map(toDay) };
    },
  });

  app.route({
    ...contract.suggestDay,
    handler: async ({ db, identity: { sub }, query: { gymId } }) => {
      const found = await readSuggestedDay(db, { sub, gymId }, now());
      return { suggestion: found && (await toSuggestion(db, found)) };
    },
  });

  app.route({
    ...contract.createReservation,
    handler: async ({ db, afterCommit, identity: { sub, email = null }, params, body }, reply) => {
      const request = {
        sub,
        email,
        gymId: params.gymId,
        gymDay: requireGymDay(params.date, 'params'),
        startsAt: requireInstant(body.startsAt),
        trainingSessionId: body.trainingSessionId,
      };
      const made = await reserve(db, lockAccount, request, now());
      await afterCommit(() => onSlotsChanged(made.gymId));
      return await reply.code(201).send(toReservation(made));
    },
  });

  app.route({
    ...contract.listMyReservations,
    handler: async ({ db, identity, query }) => {
      const { items, nextCursor } = await readReservationPage(db, identity.sub, query, now());
      return { items: items.map(toReservation), nextCursor };
    },
  });

  app.route({
    ...contract.getMyReservation,
    handler: async ({ db, identity, params }) =>
      toReservation(await readReservation(db, identity.sub, params.reservationId)),
  });

  app.route({
    ...contract.moveReservation,
    handler: async ({
      db,
      afterCommit,
      identity: { sub, email = null },
      params: { reservationId: id },
      body,
    }) => {
      const startsAt = requireInstant(body.startsAt);
      const { trainingSessionId } = body;
      const change = { id, sub, email, startsAt, trainingSessionId };
      const changed = await changeOwn(db, change, now());
      await afterCommit(() => onSlotsChanged(changed.gymId));
      return toReservation(changed);
    },
  });

  app.route({
    ...contract.cancelReservation,
    handler: async (
      { db, afterCommit, identity: { sub }, params: { reservationId: id } },
      reply,
    ) => {
      const gymId = await cancelOwn(db, { id, sub }, now());
      await afterCommit(() => onSlotsChanged(gymId));
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.joinWaitingList,
    handler: async ({ db, afterCommit, identity: { sub, email = null }, body }, reply) => {
      const request = {
        sub,
        email,
        gymId: body.gymId,
        gymDay: requireGymDay(body.date, 'body'),
        startsAt: requireInstant(body.startsAt),
        trainingSessionId: body.trainingSessionId,
      };
      const wait = await joinWaits(db, lockAccount, request, now());
      await afterCommit(() => onSlotsChanged(wait.gymId));
      return await reply.code(201).send(toWait(wait));
    },
  });

  app.route({
    ...contract.listMyWaits,
    handler: async ({ db, identity }) => (await readWaits(db, identity.sub, now())).map(toWait),
  });

  app.route({
    ...contract.leaveWaitingList,
    handler: async ({ db, afterCommit, identity: { sub }, params: { waitId } }, reply) => {
      const gymId = await leaveWait(db, { sub, waitId }, now());
      await afterCommit(() => onSlotsChanged(gymId));
      return await reply.code(204).send(null);
    },
  });
};

function toReservation(seen: SeenReservation): TrainingReservation {
  const { trainingSessionId, title } = seen;
  return {
    id: seen.id,
    gymId: seen.gymId,
    gymName: seen.gymName,
    date: seen.gymDay,
    startsAt: seen.startsAt.toISOString(),
    endsAt: seen.endsAt.toISOString(),
    trainingSession:
      trainingSessionId === null || title === null ? null : { trainingSessionId, title },
    changeableUntil: changeableUntil(seen, seen.deadlineMinutes).toISOString(),
    status: seen.cancelledAt === null ? 'reserved' : 'cancelled',
    gymCancelReason: seen.gymCancelReason,
  };
}

function toDay({ gymDay, ...day }: ReservableDay): ReservationDay {
  return { date: gymDay, ...day };
}

type FoundSuggestion = NonNullable<Awaited<ReturnType<typeof readSuggestedDay>>>;

async function toSuggestion(db: Queryable, { gym, hours, days, gymDay, slots }: FoundSuggestion) {
  return {
    gym: await toWireGym(db, gym),
    hours: { weekly: [...hours.weekly], specialDays: [...hours.specialDays] },
    days: days.map(toDay),
    date: gymDay,
    slots: slots.map(toSlot),
  };
}

type SeenSlot = Awaited<ReturnType<typeof readDaySlots>>[number];

function toSlot(slot: SeenSlot): ReservationSlot {
  return {
    startsAt: slot.startsAt.toISOString(),
    endsAt: slot.endsAt.toISOString(),
    capacity: slot.capacity,
    remaining: slot.remaining,
    waiting: slot.waiting,
    reservationId: slot.reservationId,
    mine: slot.reservationId !== null,
    refusal: slot.refusal,
    myWait: slot.myWait && {
      waitId: slot.myWait.id,
      position: slot.myWait.position,
      offeredUntil: toText(slot.myWait.offerExpiresAt),
    },
  };
}

function toWait(wait: RankedWait): ReservationWait {
  return {
    waitId: wait.id,
    gymId: wait.gymId,
    gymName: wait.gymName,
    date: wait.gymDay,
    startsAt: wait.startsAt.toISOString(),
    endsAt: wait.endsAt.toISOString(),
    position: wait.position,
    offeredUntil: toText(wait.offerExpiresAt),
  };
}

function toText(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}

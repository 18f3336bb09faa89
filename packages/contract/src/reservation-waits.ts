import * as Type from 'typebox';
import { closedObject } from './closed-object.ts';
import { endpoint } from './endpoint.ts';
import { GymId } from './gyms.ts';
import { SessionId } from './training-session-id.ts';

const Instant = Type.String({ format: 'date-time', maxLength: 40 });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const ReservationWait = Type.Object({
  waitId: Type.Integer(),
  gymId: Type.Integer(),
  gymName: Type.String(),
  date: Type.String({ format: 'date' }),
  startsAt: Instant,
  endsAt: Instant,
  /** From 1. */
  position: Type.Integer(),
  /** A place is held until then: reserving the slot takes it. */
  offeredUntil: orNull(Instant),
});
export type ReservationWait = Type.Static<typeof ReservationWait>;

export const joinWaitingList = endpoint({
  method: 'POST',
  url: '/my/reservation-waits',
  access: 'member',
  summary:
    'Waits for a place in a full slot; repeatable; 409 slot_available, overlap, in_past, closed, limit_reached',
  schema: {
    body: closedObject({
      gymId: GymId,
      date: Type.String({ format: 'date' }),
      startsAt: Instant,
      trainingSessionId: Type.Optional(orNull(SessionId)),
    }),
    response: { 201: ReservationWait },
  },
});

export const listMyWaits = endpoint({
  method: 'GET',
  url: '/my/reservation-waits',
  access: 'member',
  summary: 'The slots the member waits for, earliest first',
  schema: { response: { 200: Type.Array(ReservationWait) } },
});

export const leaveWaitingList = endpoint({
  method: 'DELETE',
  url: '/my/reservation-waits/:waitId',
  access: 'member',
  summary: 'Waits no longer, or lets an offered place go; repeatable',
  schema: {
    params: closedObject({ waitId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: { 204: Type.Null() },
  },
});

import { membershipRejections } from '@tanren/domain/memberships/memberships';
import * as Type from 'typebox';
import { closedObject, endpoint, LongId, pageOf, pageQuery } from '#endpoint.ts';
import { Gym, GymId, WeeklyHours } from '#gyms/gyms.ts';
import { MenuId } from '#menus/menus.ts';

const Instant = Type.String({ format: 'date-time', maxLength: 40 });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const TrainingReservation = Type.Object({
  id: Type.Integer(),
  gymId: Type.Integer(),
  gymName: Type.String(),
  /** Gym day of the slot. A slot after midnight belongs to the day before. */
  date: Type.String({ format: 'date' }),
  startsAt: Instant,
  endsAt: Instant,
  /** `null` without a menu, or when the member can no longer see it. */
  trainingSession: orNull(Type.Object({ trainingSessionId: Type.Integer(), title: Type.String() })),
  /** Last moment at which the reservation can be moved or cancelled. */
  changeableUntil: Instant,
  status: Type.Enum(['reserved', 'cancelled']),
  /** Reason why the gym cancelled the reservation. `null` if the gym did not cancel it. */
  gymCancelReason: orNull(Type.String()),
});
export type TrainingReservation = Type.Static<typeof TrainingReservation>;

export const ReservationSlot = Type.Object({
  startsAt: Instant,
  endsAt: Instant,
  capacity: Type.Integer(),
  /** Seats that can be reserved now. Seats that are offered to waiting members do not count. */
  remaining: Type.Integer(),
  mine: Type.Boolean(),
  /** Id of the member's own reservation. `null` without one. */
  reservationId: orNull(Type.Integer()),
  /**
   * Number of waiting members. `myWait.position` is the member's own position among them, from 1.
   */
  waiting: Type.Integer(),
  myWait: orNull(
    Type.Object({
      waitId: Type.Integer(),
      position: Type.Integer(),
      /** Time until which a seat is held for the member. `null` without an offer. */
      offeredUntil: orNull(Instant),
    }),
  ),
  /**
   * Reason why no membership allows the member to reserve the slot. `null` when one does, or the
   * member has reserved the slot. In spite of `monthly_limit`, a reservation of the same month can
   * be moved here, because moving frees a visit.
   */
  refusal: orNull(Type.Enum([...membershipRejections])),
});
export type ReservationSlot = Type.Static<typeof ReservationSlot>;

/** Gym day with the slots that have not begun. */
export const ReservationDay = Type.Object({
  date: Type.String({ format: 'date' }),
  /** Number of seats in all these slots, and of those that can be reserved now. */
  capacity: Type.Integer(),
  remaining: Type.Integer(),
  /** Whether the member has reserved one of the slots. */
  mine: Type.Boolean(),
});
export type ReservationDay = Type.Static<typeof ReservationDay>;

export const listReservationDays = endpoint({
  method: 'GET',
  url: '/training-reservations/gyms/:gymId',
  access: 'member',
  summary: 'The days that can be reserved, with the places left; closed ones are left out',
  schema: {
    params: closedObject({ gymId: GymId }),
    response: { 200: Type.Object({ days: Type.Array(ReservationDay) }) },
  },
});

/** Answers of four calls about one gym, which the page for reservations shows when it opens. */
export const SuggestedDay = Type.Object({
  gym: Gym,
  hours: WeeklyHours,
  days: Type.Array(ReservationDay),
  /** First day with a free seat or an own reservation, and its slots. `null` without such a day. */
  date: orNull(Type.String({ format: 'date' })),
  slots: Type.Array(ReservationSlot),
});

export type SuggestedDay = Type.Static<typeof SuggestedDay>;

export const suggestDay = endpoint({
  method: 'GET',
  url: '/training-reservations/suggestion',
  access: 'member',
  summary:
    'The gym asked for, or else the one of the next reservation or the membership, with its first day that has a free place; null without gyms',
  schema: {
    querystring: closedObject({ gymId: Type.Optional(GymId) }),
    response: { 200: Type.Object({ suggestion: orNull(SuggestedDay) }) },
  },
});

const DayParams = closedObject({ gymId: GymId, date: Type.String({ format: 'date' }) });

export const listReservationSlots = endpoint({
  method: 'GET',
  url: '/training-reservations/gyms/:gymId/:date',
  access: 'member',
  summary: 'The slots of a gym day with the places left; none when it is closed',
  schema: {
    params: DayParams,
    response: { 200: Type.Object({ slots: Type.Array(ReservationSlot) }) },
  },
});

export const createReservation = endpoint({
  method: 'POST',
  url: '/training-reservations/gyms/:gymId/:date',
  access: 'member',
  summary:
    'Reserves a slot; 409 slot_full, overlap, in_past, closed, limit_reached, too_far_ahead, or what is missing of a membership',
  schema: {
    params: DayParams,
    body: closedObject({ startsAt: Instant, trainingSessionId: Type.Optional(orNull(MenuId)) }),
    response: { 201: TrainingReservation },
  },
});

const ReservationParams = closedObject({
  reservationId: LongId,
});

export const listMyReservations = endpoint({
  method: 'GET',
  url: '/training-reservations/my',
  access: 'member',
  summary: "The member's reservations: those to come, earliest first, or the past, newest first",
  schema: {
    querystring: closedObject({
      time: Type.Optional(Type.Enum(['upcoming', 'past'])),
      ...pageQuery,
    }),
    response: { 200: pageOf(TrainingReservation) },
  },
});

export const getMyReservation = endpoint({
  method: 'GET',
  url: '/training-reservations/my/:reservationId',
  access: 'member',
  summary: 'A reservation of the member',
  schema: { params: ReservationParams, response: { 200: TrainingReservation } },
});

export const moveReservation = endpoint({
  method: 'PUT',
  url: '/training-reservations/my/:reservationId',
  access: 'member',
  summary:
    'Moves a reservation to another slot of its gym, or changes its session; 409 like reserving, or deadline_passed',
  schema: {
    params: ReservationParams,
    body: closedObject({ startsAt: Instant, trainingSessionId: Type.Optional(orNull(MenuId)) }),
    response: { 200: TrainingReservation },
  },
});

export const cancelReservation = endpoint({
  method: 'DELETE',
  url: '/training-reservations/my/:reservationId',
  access: 'member',
  summary: 'Cancels a reservation; repeatable; 409 deadline_passed',
  schema: { params: ReservationParams, response: { 204: Type.Null() } },
});

/** The answer is a file, not JSON: the caller reads its bytes. */
const CalendarFile = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

export const getReservationCalendar = endpoint({
  method: 'GET',
  url: '/training-reservations/my/:reservationId/calendar.ics',
  access: 'member',
  summary: 'A reservation as a calendar file',
  schema: {
    params: ReservationParams,
    produces: ['text/calendar'],
    response: { 200: CalendarFile },
  },
});

export const ReservationWait = Type.Object({
  waitId: Type.Integer(),
  gymId: Type.Integer(),
  gymName: Type.String(),
  date: Type.String({ format: 'date' }),
  startsAt: Instant,
  endsAt: Instant,
  /** Position in the waiting list, from 1. */
  position: Type.Integer(),
  /**
   * Time until which a seat is held. Reserving the slot takes the seat. `null` without an offer.
   */
  offeredUntil: orNull(Instant),
});
export type ReservationWait = Type.Static<typeof ReservationWait>;

export const joinWaitingList = endpoint({
  method: 'POST',
  url: '/my/reservation-waits',
  access: 'member',
  summary:
    'Waits for a place in a full slot; repeatable; 409 slot_available, overlap, in_past, closed, limit_reached, or what is missing of a membership',
  schema: {
    body: closedObject({
      gymId: GymId,
      date: Type.String({ format: 'date' }),
      startsAt: Instant,
      trainingSessionId: Type.Optional(orNull(MenuId)),
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

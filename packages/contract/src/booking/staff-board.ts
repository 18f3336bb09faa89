import { walkInProblems } from '@tanren/domain/booking/walk-ins';
import { membershipLimits } from '@tanren/domain/memberships/membership-requests';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import * as Type from 'typebox';
import { closedObject, endpoint, LongId } from '#endpoint.ts';
import { GymId } from '#gyms/gyms.ts';

const Instant = Type.String({ format: 'date-time' });
const Day = Type.String({ format: 'date' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/**
 * Health check of a person of today that the desk shall look at. Absent when there is no reason to,
 * on other days, and in a gym that does not ask.
 */
const Health = Type.Optional(Type.Enum(['unanswered', 'concern']));
/** Whether dues of the membership should have been paid by now (未払い). Absent when none should. */
const Unpaid = Type.Optional(Type.Boolean());

/** One reservation of the day. */
export const BoardVisit = Type.Object({
  reservationId: Type.Integer(),
  /**
   * Id of the account, which only staff see. `name` comes from the membership, or else is the
   * nickname.
   */
  member: Type.String(),
  name: Type.String(),
  /** フリガナ of the name in the membership. Absent when it is not known. */
  nameKana: Type.Optional(Type.String()),
  nickname: Type.String(),
  membershipNumber: orNull(Type.String()),
  membershipId: orNull(Type.Integer()),
  planName: orNull(Type.String()),
  /** Whether no earlier visit of this member to this gym is known. */
  firstVisit: Type.Boolean(),
  /** Time at which the member came in, and how it was recorded. Both are `null` before that. */
  enteredAt: orNull(Instant),
  enteredBy: orNull(Type.Enum(['door', 'staff'])),
  /**
   * Whether the member has not come, although the slot is over or began a quarter of an hour ago.
   */
  noShow: Type.Boolean(),
  /** Name of the workout type whose machine the member is linked to in this gym. */
  onMachine: orNull(Type.String()),
  note: Type.String(),
  /** Whether the desk let the member in without a reservation. */
  walkIn: Type.Boolean(),
  health: Health,
  unpaid: Unpaid,
});
export type BoardVisit = Type.Static<typeof BoardVisit>;

/** A member on a machine of this gym who has no reservation now. */
export const UnreservedMember = Type.Object({
  member: Type.String(),
  name: Type.String(),
  /** フリガナ of the name in the membership. Absent when it is not known. */
  nameKana: Type.Optional(Type.String()),
  nickname: Type.String(),
  /** The membership that covers this gym on this day. `null` without one. */
  membershipNumber: orNull(Type.String()),
  membershipId: orNull(Type.Integer()),
  planName: orNull(Type.String()),
  /** The name of the workout type of the machine. */
  onMachine: Type.String(),
  linkedAt: Instant,
  /** Only with a membership that covers this gym. */
  health: Health,
  unpaid: Unpaid,
});
export type UnreservedMember = Type.Static<typeof UnreservedMember>;

/** Event at the door that the desk has to check. */
const DoorAlert = Type.Object({
  at: Instant,
  /**
   * `unknown`: there was no reservation for the code. `again`: the member of that visit had already
   * come in.
   */
  kind: Type.Enum(['unknown', 'again']),
  /** For `again`: the visit and the time of its first entry. Otherwise `null`. */
  reservationId: orNull(Type.Integer()),
  firstAt: orNull(Instant),
});
export type DoorAlert = Type.Static<typeof DoorAlert>;

export const Board = Type.Object({
  gymId: Type.Integer(),
  gymName: Type.String(),
  date: Day,
  slots: Type.Array(
    Type.Object({
      startsAt: Instant,
      endsAt: Instant,
      capacity: Type.Integer(),
      /** Seats that are neither reserved nor offered to a waiting member. */
      remaining: Type.Integer(),
      waiting: Type.Integer(),
      visits: Type.Array(BoardVisit),
      /** Ongoing visits of members who have deleted their account, without their names. */
      departed: Type.Array(Type.Object({ id: Type.Integer(), enteredAt: Instant })),
    }),
  ),
  /** Members who train now without a reservation, the earliest first. Empty on other days. */
  unreserved: Type.Array(UnreservedMember),
  /** Alerts, earliest first. */
  doorAlerts: Type.Array(DoorAlert),
  serverTime: Instant,
});
export type Board = Type.Static<typeof Board>;

export const getBoard = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId/board',
  access: 'staff',
  summary: 'A gym day for the desk: who comes when, who is in. One look a day and person is logged',
  schema: {
    params: closedObject({ gymId: GymId }),
    /** Default: the current gym day. */
    querystring: closedObject({ date: Type.Optional(Day) }),
    response: { 200: Board },
  },
});

const visitParams = closedObject({ reservationId: LongId });

export const setEntry = endpoint({
  method: 'PUT',
  url: '/staff/reservations/:reservationId/entry',
  access: 'staff',
  summary:
    'Ticks that the member has come in, or takes the tick back; repeatable. 409 change_impossible before the day of the visit',
  schema: {
    params: visitParams,
    body: closedObject({ entered: Type.Boolean() }),
    response: { 204: Type.Null() },
  },
});

export const addWalkIn = endpoint({
  method: 'POST',
  url: '/staff/gyms/:gymId/walk-ins',
  access: 'staff',
  summary:
    'Lets a member in for the slot that goes on, without a reservation; repeatable. 409 closed between slots, overlap with a reservation in another gym',
  schema: {
    params: closedObject({ gymId: GymId }),
    body: closedObject({
      member: Type.String({ format: 'uuid', maxLength: 36 }),
      /** Why staff let the member in although something is missing. */
      reason: Type.Optional(Type.String({ maxLength: 4 * staffLimits.reason })),
    }),
    response: {
      200: Type.Object({
        /** `null` when something is missing and no reason was given: nothing was recorded. */
        reservationId: orNull(Type.Integer()),
        missing: Type.Array(Type.Enum([...walkInProblems])),
      }),
    },
  },
});

export const setBoardNote = endpoint({
  method: 'PUT',
  url: '/staff/reservations/:reservationId/note',
  access: 'staff',
  summary: 'A note for the desk about one visit; the member gets it with an export',
  schema: {
    params: visitParams,
    body: closedObject({ note: Type.String({ maxLength: 4 * membershipLimits.boardNote }) }),
    response: { 204: Type.Null() },
  },
});

export const openBoardChannel = endpoint({
  method: 'POST',
  url: '/staff/gyms/:gymId/board/mqtt',
  access: 'staff',
  summary: 'What mqtt.js needs to hear that the board has changed, and nothing else',
  schema: {
    params: closedObject({ gymId: GymId }),
    response: {
      200: Type.Object({
        url: Type.String(),
        clientId: Type.String(),
        username: Type.String(),
        password: Type.String(),
        topics: Type.Array(Type.String()),
        expiresAt: Instant,
      }),
    },
  },
});

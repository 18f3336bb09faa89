import { membershipLimits } from '@tanren/domain/membership-requests';
import * as Type from 'typebox';
import { closedObject, endpoint } from './endpoint.ts';
import { GymId } from './gyms.ts';

const Instant = Type.String({ format: 'date-time' });
const Day = Type.String({ format: 'date' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** One reservation of the day. */
export const BoardVisit = Type.Object({
  reservationId: Type.Integer(),
  /** The account's id, which only staff see; the name is of the membership, else the nickname. */
  member: Type.String(),
  name: Type.String(),
  nickname: Type.String(),
  membershipNumber: orNull(Type.String()),
  membershipId: orNull(Type.Integer()),
  planName: orNull(Type.String()),
  /** Nothing of this member was seen in this gym before. */
  firstVisit: Type.Boolean(),
  /** When the member came in, and how that is known. */
  enteredAt: orNull(Instant),
  enteredBy: orNull(Type.Enum(['door', 'staff'])),
  /** The slot is over, or a quarter of an hour has passed, and nobody came. */
  noShow: Type.Boolean(),
  /** The name of the workout type whose machine the member is linked to in this gym. */
  onMachine: orNull(Type.String()),
  note: Type.String(),
});
export type BoardVisit = Type.Static<typeof BoardVisit>;

/** Something at the door that the desk has to look at. */
const DoorAlert = Type.Object({
  at: Instant,
  /** `unknown`: nobody had reserved what the code named. `again`: the visit had come in before. */
  kind: Type.Enum(['unknown', 'again']),
  /** With `again`, the visit and when it came in first. */
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
      /** Neither reserved nor offered to somebody who waits. */
      remaining: Type.Integer(),
      waiting: Type.Integer(),
      visits: Type.Array(BoardVisit),
    }),
  ),
  /** The earliest first. */
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
    /** Absent: the gym day that is going on. */
    querystring: closedObject({ date: Type.Optional(Day) }),
    response: { 200: Board },
  },
});

const visitParams = closedObject({ reservationId: Id });

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

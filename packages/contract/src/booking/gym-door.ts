import { doorReasons } from '@tanren/domain/booking/door';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { GymIdParams } from '#gyms/gyms.ts';

const Instant = Type.String({ format: 'date-time' });

/** Six digits, or eight in a gym so large that six could be guessed (decision 0021). */
const Passcode = Type.String({ pattern: '^([0-9]{6}|[0-9]{8})$' });

const DoorCode = Type.Object({
  passcode: Passcode,
  validFrom: Instant,
  validUntil: Instant,
});
export type DoorCode = Type.Static<typeof DoorCode>;

export const GymDoor = Type.Object({
  available: Type.Boolean(),
  reason: Type.Optional(Type.Enum([...doorReasons])),
  /**
   * Code with the time in which it opens the door. Without a code, `validFrom` is the moment from
   * which there is one. With `still_changeable` this is the end of the time in which the
   * reservation can be moved or cancelled.
   */
  passcode: Type.Optional(Passcode),
  validFrom: Type.Optional(Instant),
  validUntil: Type.Optional(Instant),
  /**
   * The codes after `passcode`, so that a member without a network can still enter. They last until
   * the reservation ends, or for ten minutes while the reservation can still be cancelled.
   */
  upcoming: Type.Array(DoorCode),
  /** End of the member's time in the gym. Absent without a code. */
  until: Type.Optional(Instant),
  /** Current time of the server, because the clock of a phone may be wrong. */
  serverTime: Instant,
});
export type GymDoor = Type.Static<typeof GymDoor>;

export const getGymDoor = endpoint({
  method: 'GET',
  url: '/gyms/:gymId/door',
  access: 'member',
  summary:
    "The door's code from 15 minutes before the member's reservation to its end, or why there is none. While the reservation can be moved or cancelled there is none (`still_changeable`), unless the call asks for it with `keepChangeable=false`, which ends that right",
  schema: {
    params: GymIdParams,
    querystring: closedObject({
      /**
       * `false` when the member gives up moving and cancelling to get the code. Default: `true`.
       */
      keepChangeable: Type.Optional(Type.Boolean()),
    }),
    response: { 200: GymDoor },
  },
});

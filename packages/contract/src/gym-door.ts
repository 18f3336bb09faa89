import { doorReasons } from '@tanren/domain/door';
import * as Type from 'typebox';
import { closedObject, endpoint } from './endpoint.ts';
import { GymIdParams } from './gyms.ts';

const Instant = Type.String({ format: 'date-time' });

/** Six digits, or eight in a gym of such a size that six could be guessed (decision 0021). */
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
   * Of the code; without one and `too_early`, when there will be one, and with `still_changeable`
   * until when the reservation can be given back if no code is shown.
   */
  passcode: Type.Optional(Passcode),
  validFrom: Type.Optional(Instant),
  validUntil: Type.Optional(Instant),
  /**
   * The codes after it, so that a lost network keeps nobody out: until the reservation ends, or of
   * ten minutes while it could be given back by the gym's deadline.
   */
  upcoming: Type.Array(DoorCode),
  /** With a code: when the member's time is over. */
  until: Type.Optional(Instant),
  /** A phone's clock may be wrong. */
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
      /** False: the member gives up moving and cancelling for the code. True by default. */
      keepChangeable: Type.Optional(Type.Boolean()),
    }),
    response: { 200: GymDoor },
  },
});

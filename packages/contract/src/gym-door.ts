import { doorReasons } from '@tanren/domain/door';
import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';
import { GymIdParams } from './gyms.ts';

const Instant = Type.String({ format: 'date-time' });

const DoorCode = Type.Object({
  passcode: Type.String({ pattern: '^[0-9]{6}$' }),
  validFrom: Instant,
  validUntil: Instant,
});
export type DoorCode = Type.Static<typeof DoorCode>;

export const GymDoor = Type.Object({
  available: Type.Boolean(),
  reason: Type.Optional(Type.Enum([...doorReasons])),
  /** Of the code; without one and `too_early`, when there will be one. */
  passcode: Type.Optional(Type.String({ pattern: '^[0-9]{6}$' })),
  validFrom: Type.Optional(Instant),
  validUntil: Type.Optional(Instant),
  /** The codes after it until the reservation ends, so that a lost network keeps nobody out. */
  upcoming: Type.Array(DoorCode),
  /** A phone's clock may be wrong. */
  serverTime: Instant,
});
export type GymDoor = Type.Static<typeof GymDoor>;

export const getGymDoor = endpoint({
  method: 'GET',
  url: '/gyms/:gymId/door',
  access: 'member',
  summary:
    "The door's code from 15 minutes before the member's reservation to its end, or why there is none",
  schema: { params: GymIdParams, response: { 200: GymDoor } },
});

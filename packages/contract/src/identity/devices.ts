import {
  authenticationOperations,
  authenticationOutcomes,
} from '@tanren/domain/identity/authentication';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';

const Instant = Type.String({ format: 'date-time' });

export const Device = Type.Object({
  deviceId: Type.String({ format: 'uuid' }),
  /** Device name for people, for example iPhone・Safari. */
  name: Type.String(),
  /** Whether this call was made from the device. */
  current: Type.Boolean(),
  signedInAt: Instant,
  /** Time of the last call, exact to five minutes. */
  lastSeenAt: Instant,
});
export type Device = Type.Static<typeof Device>;

/** `false` when the accounts are in another user pool, which does not provide this data. */
const available = Type.Boolean();

export const listDevices = endpoint({
  method: 'GET',
  url: '/my/devices',
  access: 'account',
  summary: 'Where the member is signed in, last seen first',
  schema: { response: { 200: Type.Object({ available, items: Type.Array(Device) }) } },
});

export const endOtherDevices = endpoint({
  method: 'DELETE',
  url: '/my/devices',
  access: 'account',
  recentAuthentication: true,
  summary: 'Signs the member out everywhere but here',
  schema: { response: { 200: Type.Object({ ended: Type.Integer() }) } },
});

export const endDevice = endpoint({
  method: 'DELETE',
  url: '/my/devices/:deviceId',
  access: 'account',
  recentAuthentication: true,
  summary: 'Signs the member out on one device',
  schema: {
    params: closedObject({ deviceId: Type.String({ format: 'uuid', maxLength: 36 }) }),
    response: { 204: Type.Null() },
  },
});

export const AuthenticationEvent = Type.Object({
  id: Type.Integer(),
  at: Instant,
  operation: Type.Enum([...authenticationOperations]),
  outcome: Type.Enum([...authenticationOutcomes]),
  /** IPv4 /24 or IPv6 /48 network. Empty when the address is unknown. */
  network: Type.String(),
  requestId: Type.String(),
});
export type AuthenticationEvent = Type.Static<typeof AuthenticationEvent>;

export const listAuthenticationEvents = endpoint({
  method: 'GET',
  url: '/my/authentication-events',
  access: 'account',
  summary: 'What happened with the account in the last 90 days, newest first',
  schema: {
    querystring: closedObject(pageQuery),
    response: {
      200: Type.Object({ available, ...pageOf(AuthenticationEvent).properties }),
    },
  },
});

export const getRecoveryCodes = endpoint({
  method: 'GET',
  url: '/my/recovery-codes',
  access: 'account',
  summary: 'How many recovery codes are left for a lost authenticator app',
  schema: {
    response: {
      200: Type.Object({
        available,
        left: Type.Integer(),
      }),
    },
  },
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  url: '/my/recovery-codes',
  access: 'account',
  recentAuthentication: true,
  summary: 'Ten new recovery codes, shown this once; 404 without an authenticator app in use',
  schema: { response: { 201: Type.Object({ codes: Type.Array(Type.String()) }) } },
});

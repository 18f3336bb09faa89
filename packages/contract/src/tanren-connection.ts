import * as Type from 'typebox';
import { closedObject, endpoint } from './endpoint.ts';
import { LiveMessage, unlinkReasons } from './machine-messages.ts';

export const TanrenConnection = Type.Object({
  connectionId: Type.String(),
  linkedAt: Type.String({ format: 'date-time' }),
  /** When it is released if nothing is lifted until then. */
  releasesAt: Type.String({ format: 'date-time' }),
  machine: Type.Object({
    id: Type.Integer(),
    gymId: Type.Integer(),
    gymName: Type.String(),
    workoutTypeId: Type.Integer(),
    minLoad: Type.Number(),
    maxLoad: Type.Number(),
    loadStep: Type.Number(),
    online: Type.Boolean(),
  }),
});
export type TanrenConnection = Type.Static<typeof TanrenConnection>;

/** A phone that was asleep did not receive the reason why its link ended. */
export const EndedConnection = Type.Object({
  connectionId: Type.String(),
  reason: Type.Enum([...unlinkReasons]),
});
export type EndedConnection = Type.Static<typeof EndedConnection>;

const Linked = Type.Object({ connection: TanrenConnection });

export const getTanrenConnection = endpoint({
  method: 'GET',
  url: '/tanren-connection',
  access: 'member',
  summary:
    'The machine the member is linked with, if any; without one, the link that ended within the last half hour',
  schema: {
    response: {
      200: Type.Object({
        connection: Type.Union([TanrenConnection, Type.Null()]),
        ended: Type.Union([EndedConnection, Type.Null()]),
        /** false while the broker is away: nothing reaches a machine or comes from it. */
        machinesReachable: Type.Optional(Type.Boolean()),
      }),
    },
  },
});

export const createTanrenConnection = endpoint({
  method: 'POST',
  url: '/tanren-connection',
  access: 'member',
  // A code works once, and each guess has to be counted before the answer.
  ignoresIdempotencyKey: true,
  summary:
    'Links the machine whose screen shows the code; 404 link_code_unknown, 409 machine_in_use, 503 machines_unreachable; an earlier link of the member moves',
  schema: {
    /** As typed or scanned: the machine's number and six digits. */
    body: closedObject({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
    response: { 201: Linked },
  },
});

export const deleteTanrenConnection = endpoint({
  method: 'DELETE',
  url: '/tanren-connection',
  // A member who signs out leaves the machine to others.
  access: 'account',
  summary: 'Ends the link; repeatable',
  schema: { response: { 204: Type.Null() } },
});

export const TanrenMqtt = Type.Object({
  url: Type.String(),
  clientId: Type.String(),
  username: Type.String(),
  password: Type.String(),
  topics: Type.Array(Type.String()),
  /** Connect before; the credentials work once. */
  expiresAt: Type.String({ format: 'date-time' }),
  /**
   * The last messages of the machine on this link, oldest first: the newest message and, during a rest,
   * the end of the set before it. Absent or empty: this server knows none.
   */
  lastMessages: Type.Optional(Type.Array(LiveMessage, { maxItems: 2 })),
  /** Of the identity pool, when it was proved; null: issued by the token alone. */
  identityId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type TanrenMqtt = Type.Static<typeof TanrenMqtt>;

/**
 * This very call with an empty body, signed with the credentials that the identity pool has given
 * (AWS Signature Version 4, service execute-api, host and the two headers below signed). It travels
 * in the body because the header `authorization` carries the token.
 */
export const IdentityProof = closedObject({
  identityId: Type.String({ minLength: 1, maxLength: 128 }),
  authorization: Type.String({ minLength: 1, maxLength: 512 }),
  /** As in `x-amz-date`. */
  date: Type.String({ pattern: '^\\d{8}T\\d{6}Z$' }),
  /** As in `x-amz-security-token`. */
  securityToken: Type.String({ minLength: 1, maxLength: 4096 }),
});
export type IdentityProof = Type.Static<typeof IdentityProof>;

export const issueTanrenMqtt = endpoint({
  method: 'POST',
  url: '/tanren-connection/mqtt',
  access: 'member',
  summary:
    "What an MQTT client needs to listen to the member's own live topic, and its last messages; 403 identity_proof_refused, 409 not_linked",
  schema: {
    /** Without a proof the token alone counts: an identity pool may be down, or there is none. */
    body: Type.Union([closedObject({ identity: Type.Optional(IdentityProof) }), Type.Null()]),
    response: { 201: TanrenMqtt },
  },
});

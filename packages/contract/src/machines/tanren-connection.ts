import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { unlinkReasons } from './machine-commands.ts';
import { LiveMessage } from './machine-messages.ts';

export const TanrenConnection = Type.Object({
  connectionId: Type.String(),
  linkedAt: Type.String({ format: 'date-time' }),
  /** Time at which the link is released if nothing is lifted before. */
  releasesAt: Type.String({ format: 'date-time' }),
  /** Seat position of the last time on this model. Absent when the machine does not know its seat. */
  lastSeat: Type.Optional(Type.Integer()),
  /**
   * Whether the machine feels heavier or lighter than others of its type at the same load. Absent
   * when it does not clearly differ. The suggested loads already follow it.
   */
  machineFeel: Type.Optional(Type.Enum(['heavier', 'lighter'])),
  /** `true` while staff inspect the machine. Absent otherwise. */
  inspection: Type.Optional(Type.Boolean()),
  machine: Type.Object({
    id: Type.Integer(),
    gymId: Type.Integer(),
    gymName: Type.String(),
    workoutTypeId: Type.Integer(),
    minLoad: Type.Number(),
    maxLoad: Type.Number(),
    loadStep: Type.Number(),
    online: Type.Boolean(),
    /** Names of the measures that the machine sends. Absent for a machine that has not described itself. */
    measures: Type.Optional(Type.Array(Type.String())),
  }),
});
export type TanrenConnection = Type.Static<typeof TanrenConnection>;

/** Reason why the last link ended. A phone that was asleep did not receive it as a message. */
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
        /** `false` while the broker is down: no message reaches a machine or comes from one. */
        machinesReachable: Type.Optional(Type.Boolean()),
      }),
    },
  },
});

export const createTanrenConnection = endpoint({
  method: 'POST',
  url: '/tanren-connection',
  access: 'member',
  // A code works once, and each guess must be counted before the answer is sent.
  ignoresIdempotencyKey: true,
  summary:
    'Links the machine whose screen shows the code; 404 link_code_unknown, 409 machine_in_use, 503 machines_unreachable; an earlier link of the member moves',
  schema: {
    /** Code as typed or scanned: the machine's number and six digits. */
    body: closedObject({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
    response: { 201: Linked },
  },
});

export const deleteTanrenConnection = endpoint({
  method: 'DELETE',
  url: '/tanren-connection',
  // Any account may call this, because a member who signs out must release the machine.
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
  /** The client must connect before this time. The credentials work once. */
  expiresAt: Type.String({ format: 'date-time' }),
  /**
   * Last messages of the machine on this link, oldest first: the newest message and, during a rest,
   * the end of the set before it. Absent or empty when this server has received none.
   */
  lastMessages: Type.Optional(Type.Array(LiveMessage, { maxItems: 2 })),
  /** Identity of the identity pool, when it was proved. `null` when the token alone was checked. */
  identityId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type TanrenMqtt = Type.Static<typeof TanrenMqtt>;

/**
 * Signature of this call with an empty body, made with credentials of the identity pool. It follows
 * AWS Signature Version 4 with the service execute-api. The host and the two headers given here are
 * signed. It is part of the body because the header `authorization` carries the token.
 */
export const IdentityProof = closedObject({
  identityId: Type.String({ minLength: 1, maxLength: 128 }),
  authorization: Type.String({ minLength: 1, maxLength: 512 }),
  /** Value of `x-amz-date`. */
  date: Type.String({ pattern: '^\\d{8}T\\d{6}Z$' }),
  /** Value of `x-amz-security-token`. */
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
    /**
     * The proof is optional: without it the server checks the token alone. An identity pool may be
     * down or not configured.
     */
    body: Type.Union([closedObject({ identity: Type.Optional(IdentityProof) }), Type.Null()]),
    response: { 201: TanrenMqtt },
  },
});

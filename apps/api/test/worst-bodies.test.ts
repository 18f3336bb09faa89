import type { Endpoint } from '@tanren/contract/endpoint';
import { DoorMessage } from '@tanren/contract/booking/gym-messages';
import {
  largestMessageBytes,
  LiveMessage,
  StatusMessage,
  UnlinkedWorkoutMessage,
  WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { findOperation } from '@tanren/user-pool/operations';
import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { createMessageReader } from '#mqtt/read-message.ts';
import { createValidator } from '#http/validation.ts';
import { listEndpoints } from '#test/support/contract/contract-calls.ts';
import { listWorstBodies } from '#test/support/contract/worst-values.ts';

const bodyBytes = 64 * 1024;
const maxBlockedMs = 100;

/**
 * Returns how long the work blocks the event loop. Only the processor time of this process counts,
 * and the best of three tries, so that a busy machine does not matter.
 */
function measureBlockedMs(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && best >= maxBlockedMs; tries += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const endpoints = (await listEndpoints())
  .filter(({ schema }) => schema.body !== undefined)
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.url}`, endpoint]);

const ofBodies = new Set<string>();

test.each(endpoints)('the worst body of %s is rejected within 100 ms', (_name, { schema }) => {
  const body = schema.body ?? Type.Never();
  const validate = createValidator(body, 'body');
  for (const json of listWorstBodies(body, bodyBytes, ofBodies)) {
    expect(measureBlockedMs(() => validate(JSON.parse(json)))).toBeLessThan(maxBlockedMs);
  }
});

/** The messages that the server reads. */
const messageSchemas = Object.entries({
  WorkoutMessage,
  UnlinkedWorkoutMessage,
  LiveMessage,
  StatusMessage,
  DoorMessage,
});

const ofMessages = new Set<string>();

test.each(messageSchemas)('the worst %s is rejected within 100 ms', (_name, schema) => {
  const read = createMessageReader(schema);
  for (const json of listWorstBodies(schema, 0.99 * largestMessageBytes, ofMessages)) {
    const payload = Buffer.from(json);
    expect(measureBlockedMs(() => read(payload))).toBeLessThan(maxBlockedMs);
  }
});

/** The fields of the user pool's calls that hold objects and arrays, and one text. */
const PoolBody = Type.Object({
  Username: Type.String(),
  UserAttributes: Type.Array(Type.Object({ Name: Type.String(), Value: Type.String() })),
  UserAttributeNames: Type.Array(Type.String()),
  AuthParameters: Type.Object({ SRP_A: Type.String() }),
  ChallengeResponses: Type.Object({ USERNAME: Type.String() }),
});

test.each(['SignUp', 'InitiateAuth', 'RespondToAuthChallenge', 'DeleteUserAttributes'])(
  'the worst body of the user pool operation %s is rejected within 100 ms',
  (name) => {
    const run = findOperation(`AWSCognitoIdentityProviderService.${name}`);
    for (const json of listWorstBodies(PoolBody, bodyBytes)) {
      const blocked = measureBlockedMs(() => {
        // An operation without a pool ends while it reads its input, or right after it.
        run({} as never, JSON.parse(json), {} as never).catch(() => {});
      });
      expect(blocked).toBeLessThan(maxBlockedMs);
    }
  },
);

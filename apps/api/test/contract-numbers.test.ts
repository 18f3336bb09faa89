import { randomUUID } from 'node:crypto';
import { trainerScopes } from '@tanren/domain/trainers/trainers';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { trainerLinks } from '#db/schema/trainers.ts';
import {
  isNumeric,
  listDocumentedCalls,
  type SampledSchema,
  sendDocumentedCall,
} from './support/contract/documented-calls.ts';
import { storeMenu } from './support/menus/menus.ts';
import { storeWorkout } from './support/workouts/workouts.ts';
import { bearer, shareTestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';

/** A number that a column cannot hold is a database error: a caller's input would cause a 500. */

const { db } = await createTestDatabase();
const rateLimits = { perMember: 1_000_000, perAddress: 1_000_000 };
const app = await shareTestApp({ db, modules: productModules, rateLimits });
/** Deletions run last: they end the link that the other calls need. */
const calls = (await listDocumentedCalls(app)).toSorted(
  (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
);

const [member, trainer] = [randomUUID(), randomUUID()];
const scopes = [...trainerScopes];
const link = { memberSub: member, trainerSub: trainer, scopes, linkedAt: new Date() };
const [{ id: memberId } = { id: 0 }] = await db.insert(trainerLinks).values(link).returning();
const { id: workoutId } = await storeWorkout(db, member, {
  startedAt: new Date(),
  sets: [[400, 5]],
});
const { id: trainingSessionId } = await storeMenu(db, member);

/** Lists each number of a schema with its path. */
function* listNumbers(schema: SampledSchema, at: string): Generator<[string, SampledSchema]> {
  if (isNumeric(schema) && schema.enum === undefined && !('const' in schema)) yield [at, schema];
  for (const [n, one] of (schema.anyOf ?? []).entries()) yield* listNumbers(one, `${at}/${n}`);
  if (schema.items !== undefined) yield* listNumbers(schema.items, `${at}/items`);
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    yield* listNumbers(one, `${at}/${name}`);
  }
}

const numbers = calls.flatMap(({ name, operation }) => {
  const { parameters = [], requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema ?? {};
  const parts = parameters.map((one) => [one.name, one.schema] as const);
  return [...parts, ['body', body] as const].flatMap(([part, schema]) => [
    ...listNumbers(schema, `${name} ${part}`),
  ]);
});

test('every number of a request has bounds that fit its column', () => {
  expect(numbers.length).toBeGreaterThan(50);
  const largest = 2_147_483_647;
  const unbounded = numbers.filter(
    ([, { minimum = -Infinity, maximum = Infinity }]) => minimum < 0 || maximum > largest,
  );
  expect(unbounded.map(([place]) => place)).toEqual([]);
});

const own = { memberId, workoutId, trainingSessionId, member };
/** The first is not the linked member, who would revoke the trainer's access. */
const people = [randomUUID(), `${trainer}/trainer`, `${randomUUID()}/staff`];

test.each(calls)('$name with the largest numbers causes no server error', async (call) => {
  for (const as of people) {
    for (const params of call.path.includes(':') ? [{}, own] : [{}]) {
      const { status } = await sendDocumentedCall(app, call, { as, params, numbers: 'maximum' });
      expect(status).toBeLessThan(500);
    }
  }
});

test.each(['0x10', '1e1', '%2B1', '01', '1.0', '%201', '1%20', '-0', '1_0'])(
  'accepts one notation of a number: rejects %s',
  async (typed) => {
    const request = async (url: string) =>
      (await app.inject({ url: `/api${url}`, headers: bearer(member) })).statusCode;
    expect(await request(`/workouts?workoutType=${typed}`)).toBe(400);
    expect(await request(`/workouts?limit=${typed}`)).toBe(400);
    expect(await request(`/workouts/${typed}`)).toBe(400);
    expect(await request(`/gyms/${typed}`)).toBe(400);
  },
);

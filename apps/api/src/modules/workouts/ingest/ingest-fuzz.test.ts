import { randomUUID } from 'node:crypto';
import {
  AckMessage,
  machineTopic,
  WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { afterAll, expect, test } from 'vitest';
import { rejectedMessages } from '#db/schema/machines.ts';
import { workouts } from '#db/schema/workouts.ts';
import { isDatabaseAway } from '#db/database-failure.ts';
import { addLink, makeWorkoutMessage } from '#test/support/workouts/workouts.ts';
import { silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { takeWorkouts } from './workouts.mqtt.ts';

const now = new Date('2026-04-01T03:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const { db } = await createTestDatabase();
const { bus, send, listen } = await openTestBus();
afterAll(
  await takeWorkouts(bus, {
    db,
    now: () => now,
    log: silentLog,
    isDatabaseAway,
    onWorkoutsStored: async () => {},
  }),
);

const machine = await addMachine(db);
const link = await addLink(db, machine, { linkedAt: minutesAgo(600) });
const topic = machineTopic(machine.id, 'workouts');
const acks = await listen<AckMessage>(machineTopic(machine.id, 'acks'));
const isAck = Compile(AckMessage);

let goodOnes = 0;

/**
 * Sends all payloads and then a valid one. Expects an answer to each, and only the valid one to be
 * stored.
 */
async function expectAllRejected(payloads: readonly (Buffer | string)[]): Promise<void> {
  const before = acks.length;
  const rejectedBefore = await db.$count(rejectedMessages);
  const stored = await db.$count(workouts);
  await Promise.all(payloads.map(async (payload) => await send(topic, payload)));
  // Each valid message has its own time, because a machine records one bout at a time.
  goodOnes += 1;
  const good = makeWorkoutMessage(link, minutesAgo(60 + 2 * goodOnes));
  await send(topic, JSON.stringify(good));
  await expect.poll(() => acks.length, { timeout: 20_000 }).toBe(before + payloads.length + 1);
  const answers = acks.slice(before);
  for (const ack of answers) expect(isAck.Check(ack)).toBe(true);
  const rejected = answers.filter(({ result }) => result === 'rejected');
  expect(rejected).toHaveLength(payloads.length);
  for (const { reason } of rejected) expect(reason).toBeDefined();
  expect(answers).toContainEqual({ workoutUuid: good.workoutUuid, result: 'stored' });
  expect(await db.$count(rejectedMessages)).toBe(rejectedBefore + payloads.length);
  expect(await db.$count(workouts)).toBe(stored + 1);
}

const asText = () => JSON.stringify(makeWorkoutMessage(link, minutesAgo(5)));

test('rejects invalid messages of every kind, and stores the next valid one', async () => {
  await expectAllRejected([
    '',
    ' ',
    'null',
    'true',
    '42',
    '"text"',
    '[]',
    '{}',
    '{',
    '\u0000',
    '{"workoutUuid":"\u0000"}',
    `{"workoutUuid":"${'\\u0000'.repeat(10)}"}`,
    Buffer.from([0xff, 0xfe, 0xfd]),
    Buffer.concat([Buffer.from(asText()), Buffer.from([0xff])]),
    Buffer.alloc(1000),
    '['.repeat(200_000),
    `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    'x'.repeat(256 * 1024 + 1),
    asText() + ' '.repeat(256 * 1024),
    asText().slice(0, -1),
    `${asText()}${asText()}`,
    asText().replace('"loadKg":40', '"loadKg":1e999'),
    asText().replace('"loadKg":40', '"loadKg":-1e999'),
    asText().replace('"loadKg":40', '"loadKg":NaN'),
    asText().replace('"loadKg":40', '"loadKg":"40"'),
    asText().replace('"loadKg":40', '"loadKg":null'),
    asText().replace('"loadKg":40', '"loadKg":-0.1'),
    asText().replace('"ms":2000', '"ms":2000.5'),
    asText().replace('"ms":2000', '"ms":1e308'),
    asText().replace('"ms":2000', '"ms":2000,"rangeMm":"wide"'),
    asText().replace('"ms":2000', '"ms":2000,"rangeMm":0'),
    asText().replace('"ms":2000', '"ms":2000,"side":"up"'),
    asText().replace('"reps":', '"seat":101,"reps":'),
    asText().replace('"reps":', '"failedReps":{},"reps":'),
    asText().replace(/"startedAt":"[^"]*"/, '"startedAt":"2026-02-30T00:00:00Z"'),
    asText().replace(/"startedAt":"[^"]*"/, '"startedAt":"2025-12-31T23:59:60Z"'),
    asText().replace(/"startedAt":"[^"]*"/, '"startedAt":"0000-01-01T00:00:00Z"'),
    asText().replace(/"startedAt":"[^"]*"/, '"startedAt":"9999-12-31T23:59:59Z"'),
    asText().replace(/"startedAt":"[^"]*"/, '"startedAt":1'),
    asText().replace(link.connectionId, link.connectionId.toUpperCase()),
    asText().replace(link.connectionId, `${link.connectionId}'; drop table workouts; --`),
    asText().replace(/"sets":.*/, '"sets":[]}'),
    asText().replace(/"reps":\[.*\]/, '"reps":[]'),
  ]);
});

test('ignores unknown fields, also with names that JavaScript uses', async () => {
  const before = await db.$count(workouts);
  const fields = ['"__proto__":{"sets":[]},', '"constructor":1,', '"extra":[{"sets":1}],'];
  for (const [at, field] of fields.entries()) {
    const message = makeWorkoutMessage(link, minutesAgo(400 + 5 * at));
    await send(topic, JSON.stringify(message).replace('{', `{${field}`));
    await expect
      .poll(() => acks.at(-1))
      .toEqual({ workoutUuid: message.workoutUuid, result: 'stored' });
  }
  expect(await db.$count(workouts)).toBe(before + fields.length);
});

test('what is stored of rejected messages is readable and limited', async () => {
  const rejected = await db
    .select()
    .from(rejectedMessages)
    .where(eq(rejectedMessages.machineId, machine.id));
  for (const { payload } of rejected) {
    expect(payload.length).toBeLessThanOrEqual(4096);
    expect(payload).not.toContain('\u0000');
  }
  expect(rejected.filter(({ reason }) => reason === 'too_large')).toHaveLength(2);
  const broken = rejected.find(
    ({ reason, byteLength }) => reason === 'not_json' && byteLength === asText().length - 1,
  );
  expect(broken).toMatchObject({ connectionId: link.connectionId });
  expect(broken?.workoutUuid).toMatch(/^[0-9a-f-]{36}$/);
});

test('rejects random bytes', async () => {
  const payloads = fc.sample(fc.uint8Array({ maxLength: 300 }), { numRuns: 200, seed: 1 });
  await expectAllRejected(payloads.map((bytes) => Buffer.from(bytes)));
});

test('rejects random JSON', async () => {
  const payloads = fc.sample(fc.json({ maxDepth: 4 }), { numRuns: 200, seed: 2 });
  await expectAllRejected(payloads);
});

const numbers = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, -1, 1e308, 5e-324, 40, 2 ** 31, 2 ** 53),
);
const anything = fc.oneof(
  numbers,
  fc.string(),
  fc.constant(null),
  fc.boolean(),
  fc.constant([]),
  fc.constant({}),
);
const instants = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('2026-04-01T02:30:00Z', '2026-04-01T11:30:00+09:00', '2026-04-01 02:30:00Z'),
);
const reps = fc.array(
  fc.record({ loadKg: fc.oneof(numbers, anything), ms: fc.oneof(fc.nat(3000), anything) }),
  { maxLength: 30 },
);
const almostWorkouts = fc.record(
  {
    workoutUuid: fc.oneof(fc.uuid(), anything),
    connectionId: fc.constantFrom<unknown>(link.connectionId, randomUUID(), null, 7),
    startedAt: fc.oneof(instants, anything),
    endedAt: fc.oneof(instants, anything),
    sets: fc.oneof(fc.array(fc.record({ loadKg: numbers, reps }), { maxLength: 60 }), anything),
  },
  { requiredKeys: [] },
);

test('rejects messages that are almost a workout', async () => {
  const payloads = fc.sample(almostWorkouts, { numRuns: 500, seed: 3 });
  await expectAllRejected(payloads.map((workout) => JSON.stringify(workout)));
});

const uuids = fc.uuid().map((uuid) => uuid.toLowerCase());
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const wellShapedSets = (load: fc.Arbitrary<number>, ms: fc.Arbitrary<number>, max: number) =>
  fc.array(
    fc.record({
      loadKg: load,
      reps: fc.array(fc.record({ loadKg: load, ms }), { minLength: 1, maxLength: 30 }),
    }),
    { minLength: 1, maxLength: max },
  );
const times = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const implausible = fc.record({
  workoutUuid: uuids,
  connectionId: fc.constantFrom(link.connectionId, randomUUID()),
  startedAt: times,
  endedAt: times,
  sets: wellShapedSets(between(0, 1000), fc.nat(600_000), 60),
});
const settable = fc.integer({ min: 0, max: 58 }).map((steps) => 5 + steps * 2.5);
const plausible = fc.record({
  workoutUuid: uuids,
  connectionId: fc.constant(link.connectionId),
  startedAt: fc.constantFrom('2026-04-01T02:30:00Z', '2026-04-01T11:30:00.5+09:00'),
  endedAt: fc.constant('2026-04-01T02:50:00Z'),
  sets: wellShapedSets(settable, fc.integer({ min: 200, max: 2000 }), 10),
});
const wellShaped = fc.oneof(implausible, plausible);

test('answers every well-formed workout, and stores exactly those it acknowledges as stored', async () => {
  const readers = Compile(WorkoutMessage);
  const messages = fc.sample(wellShaped, { numRuns: 300, seed: 4 });
  for (const message of messages) expect(readers.Check(message)).toBe(true);
  const before = acks.length;
  await Promise.all(messages.map(async (message) => await send(topic, JSON.stringify(message))));
  await expect.poll(() => acks.length, { timeout: 20_000 }).toBe(before + messages.length);
  const results = new Set(acks.slice(before).map(({ result }) => result));
  expect([...results].toSorted()).toEqual(['rejected', 'stored']);
  for (const { workoutUuid, result } of acks.slice(before)) {
    const count = await db.$count(workouts, eq(workouts.workoutUuid, workoutUuid ?? randomUUID()));
    expect([workoutUuid, result]).toEqual([workoutUuid, count === 1 ? 'stored' : 'rejected']);
  }
});

import { DoorMessage } from '@tanren/contract/booking/gym-messages';
import { DescriptionMessage } from '@tanren/contract/machines/machine-description';
import * as messages from '@tanren/contract/machines/machine-messages';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type * as Type from 'typebox';
import { expect, test } from 'vitest';
import {
  everyTopic,
  forbiddenPublications,
  forbiddenSubscriptions,
  me,
  myGym,
  someMember,
} from '#test/support/machines/topic-access.ts';
import {
  type ClientIdentity,
  isAllowed,
  mayPublish,
  parseUsername,
  toUsername,
} from './access-rules.ts';
import { createMachineSecret } from './machine-secret.ts';
import { createMachineReader, createMessageReader } from './read-message.ts';

const machine: ClientIdentity = { kind: 'machine', machineId: me };
const member = { kind: 'member', sub: someMember } as const;
const plain = { qos: 1, retain: false };

test('a machine may use exactly its own topics', () => {
  const sayable = everyTopic.filter((topic) => mayPublish(machine, { topic, ...plain }));
  expect(sayable).toEqual(
    ['workouts', 'unlinked-workouts', 'live', 'status', 'description', 'rep-measures', 'use'].map(
      (channel) => `tanren/machines/12/${channel}`,
    ),
  );
  const hearable = everyTopic.filter((topic) => isAllowed(machine, 'subscribe', topic));
  expect(hearable).toEqual(['tanren/machines/12/acks', 'tanren/machines/12/commands']);
});

test('a member may only subscribe to the own live topic', () => {
  const topics = [...everyTopic, ...forbiddenSubscriptions];
  const live = `tanren/members/${someMember}/live`;
  for (const action of ['subscribe', 'receive'] as const) {
    const allowed = topics.filter((topic) => isAllowed(member, action, topic));
    expect(new Set(allowed)).toEqual(new Set([live]));
  }
  const said = [...topics, ...forbiddenPublications];
  expect(said.filter((topic) => mayPublish(member, { topic, ...plain }))).toEqual([]);
});

const door = { kind: 'door', gymId: myGym } as const;
const board = { kind: 'board', gymId: myGym, sub: someMember } as const;
const everything = [...everyTopic, ...forbiddenSubscriptions, ...forbiddenPublications];

test('a lock may publish entries and receive their results, in its own gym', () => {
  const said = everything.filter((topic) => mayPublish(door, { topic, ...plain }));
  expect(new Set(said)).toEqual(new Set(['tanren/gyms/12/door']));
  for (const action of ['subscribe', 'receive'] as const) {
    const heard = everything.filter((topic) => isAllowed(door, action, topic));
    expect(new Set(heard)).toEqual(new Set(['tanren/gyms/12/door/acks']));
  }
});

test('a staff page may subscribe to its board, and not publish', () => {
  for (const action of ['subscribe', 'receive'] as const) {
    const heard = everything.filter((topic) => isAllowed(board, action, topic));
    expect(new Set(heard)).toEqual(new Set(['tanren/gyms/12/board']));
  }
  expect(everything.filter((topic) => mayPublish(board, { topic, ...plain }))).toEqual([]);
});

test.each(forbiddenSubscriptions)('a machine may not subscribe to %s', (topic) => {
  expect(isAllowed(machine, 'subscribe', topic)).toBe(false);
  expect(isAllowed(machine, 'receive', topic)).toBe(false);
});

test.each(forbiddenPublications)('a machine may not publish %s', (topic) => {
  expect(mayPublish(machine, { topic, ...plain })).toBe(false);
});

test('rejects retained messages and QoS 2', () => {
  const topic = 'tanren/machines/12/status';
  expect(mayPublish(machine, { topic, qos: 1, retain: true })).toBe(false);
  expect(mayPublish(machine, { topic, qos: 2, retain: false })).toBe(false);
  expect(mayPublish(machine, { topic, qos: 0, retain: false })).toBe(true);
});

test('the server may use every topic', () => {
  expect(isAllowed({ kind: 'server' }, 'subscribe', '#')).toBe(true);
  expect(mayPublish({ kind: 'server' }, { topic: 'a', qos: 1, retain: true })).toBe(true);
});

test.each([
  ['12', { kind: 'machine', machineId: 12 }],
  [`member:${someMember}`, { kind: 'member', sub: someMember }],
  ['door-12', { kind: 'door', gymId: 12 }],
  [`board:12:${someMember}`, { kind: 'board', gymId: 12, sub: someMember }],
  ['door-', null],
  ['door-0', null],
  ['door-12\n', null],
  ['door-+', null],
  [`board:${someMember}`, null],
  [`board:+:${someMember}`, null],
  [`board:12:${someMember}/board`, null],
  ['', null],
  ['0', null],
  ['012', null],
  ['1e3', null],
  ['+', null],
  ['9999999999', null],
  ['12\n', null],
  ['server', null],
  ['member:', null],
  ['member:+', null],
  [`member:${someMember.toUpperCase().replace('1', 'A')}`, null],
  [`member:${someMember}/live`, null],
])('parses the user name %j', (username, identity) => {
  expect(parseUsername(username)).toEqual(identity);
});

test('a recorder hears every message of one machine and says nothing', () => {
  const recorder = { kind: 'recorder', machineId: me } as const;
  const heard = everything.filter((topic) => isAllowed(recorder, 'subscribe', topic));
  expect(new Set(heard)).toEqual(
    new Set(everyTopic.filter((topic) => topic.includes('/machines/12/'))),
  );
  expect(everything.filter((topic) => mayPublish(recorder, { topic, ...plain }))).toEqual([]);
});

test('the user name of a lock, a page or a recorder contains its owner', () => {
  for (const client of [door, board, member, { kind: 'recorder', machineId: me } as const]) {
    expect(parseUsername(toUsername(client))).toEqual(client);
  }
});

test('a secret has 256 bits and can be typed after an option of any command', () => {
  // One of 64 random secrets would begin with a dash.
  const secrets = Array.from({ length: 1000 }, () => createMachineSecret().secret);
  expect(secrets.filter((secret) => !/^\w[\w-]{42}$/.test(secret))).toEqual([]);
  expect(new Set(secrets).size).toBe(secrets.length);
});

/**
 * Every text from a machine or a lock ends in a column or a log, and PostgreSQL does not accept
 * NUL.
 */

const fromMachines = {
  workouts: messages.WorkoutMessage,
  status: messages.StatusMessage,
  live: messages.LiveMessage,
  description: DescriptionMessage,
  measured: messages.MeasuredMessage,
  door: DoorMessage,
} as const;

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function* listStrings(schema: Schema, at: string): Generator<[string, Schema]> {
  if (schema.type === 'string' && schema.enum === undefined && !('const' in schema)) {
    yield [at, schema];
  }
  for (const one of schema.anyOf ?? []) yield* listStrings(one, at);
  if (schema.items !== undefined) yield* listStrings(schema.items, `${at}/0`);
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    yield* listStrings(one, `${at}/${name}`);
  }
}

const strings = Object.entries(fromMachines).flatMap(([topic, schema]) => [
  ...listStrings(schema as unknown as Schema, topic),
]);

test.each(strings)('%s rejects characters that cannot be stored', (_place, { pattern, format }) => {
  const rejected = ['\u0000', 'a\u0000', '\u0000a', '1.2\n3'];
  const takes = (text: string) =>
    format === undefined ? pattern === undefined || new RegExp(pattern, 'u').test(text) : false;
  expect(rejected.filter(takes)).toEqual([]);
});

test('a reader of machines removes unknown fields, at every depth, and rejects wrong types', () => {
  const read = createMachineReader(messages.WorkoutMessage);
  const rep = { loadKg: 40, ms: 2000 };
  const workout = {
    workoutUuid: '2b1e6c1a-6d0f-4a55-8f0e-0c3d5a7b9e11',
    connectionId: '6f1c8a52-0d6a-4d0c-9a5e-2f7b1c9d3e4f',
    startedAt: '2026-04-01T03:01:02.100Z',
    endedAt: '2026-04-01T03:01:08.700Z',
    sets: [{ loadKg: 40, reps: [rep] }],
  };
  const send = (message: object) => read(Buffer.from(JSON.stringify(message)));
  const sets = [{ loadKg: 40, tilt: 1, reps: [{ ...rep, powerW: [1, 2] }] }];
  expect(send({ ...workout, sets, mood: {} })).toEqual({ ok: true, message: workout });
  expect(
    send({ ...workout, sets: [{ loadKg: 40, reps: [{ ...rep, ms: '2000' }] }] }),
  ).toMatchObject({
    ok: false,
    reason: 'invalid_shape',
    detail: 'message/sets/0/reps/0/ms must be integer',
  });
});

test('rejects a status with a NUL, and accepts one without', () => {
  const read = createMessageReader(messages.StatusMessage);
  const publish = (firmware: string) =>
    read(Buffer.from(JSON.stringify({ state: 'online', firmware }))).ok;
  expect(['1.2.3', '第2版', '1.2\u00003', '\u0000'].map(publish)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('every message of the contract can be validated by its schema', () => {
  const schemas = new Ajv2020();
  const listErrors = (schema: Type.TSchema): string[] => {
    try {
      createMessageReader(schema)(Buffer.from('{}'));
    } catch (error) {
      return [String(error)];
    }
    return schemas.validateSchema(schema) === true ? [] : [schemas.errorsText()];
  };
  const named = Object.entries({ ...messages, DescriptionMessage, DoorMessage }) as [
    string,
    Type.TSchema,
  ][];
  const declared = named.flatMap(([name, one]) => (name.endsWith('Message') ? [one] : []));
  expect(declared.length).toBeGreaterThan(7);
  expect(declared.flatMap(listErrors)).toEqual([]);
  expect(listErrors({ type: 'object', misspelt: 1 })).toHaveLength(1);
  expect(listErrors({ type: 'string', minLength: -1 })).toHaveLength(1);
});

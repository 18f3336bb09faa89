import * as messages from '@tanren/contract/machine-messages';
import { expect, test } from 'vitest';
import { createMessageReader } from './read-message.ts';

/** Every text that a machine sends ends in a column or a log, and PostgreSQL takes no NUL. */

const fromMachines = {
  workouts: messages.WorkoutMessage,
  status: messages.StatusMessage,
  live: messages.LiveMessage,
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

test.each(strings)('%s takes no character that cannot be stored', (_place, { pattern, format }) => {
  const refused = ['\u0000', 'a\u0000', '\u0000a', '1.2\n3'];
  const takes = (text: string) =>
    format === undefined ? pattern === undefined || new RegExp(pattern, 'u').test(text) : false;
  expect(refused.filter(takes)).toEqual([]);
});

test('a status with a NUL is no status, and one without is', () => {
  const read = createMessageReader(messages.StatusMessage);
  const tell = (firmware: string) =>
    read(Buffer.from(JSON.stringify({ state: 'online', firmware }))).ok;
  expect(['1.2.3', '第2版', '1.2\u00003', '\u0000'].map(tell)).toEqual([true, true, false, false]);
});

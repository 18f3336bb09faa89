import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { createSerializer } from './validation.ts';

const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const Answer = Type.Object({
  text: orNull(Type.String()),
  day: orNull(Type.String({ format: 'date' })),
  number: orNull(Type.Number()),
  kind: orNull(Type.Enum(['a', 'b'])),
  inner: orNull(Type.Object({ id: Type.Integer(), more: orNull(Type.String()) })),
  list: orNull(Type.Array(Type.Object({ id: Type.Integer() }))),
  either: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
  absent: Type.Optional(orNull(Type.String())),
});
const write = createSerializer(Answer);

test('serialises a nullable value as null', () => {
  const nothing = { text: null, day: null, number: null, kind: null, inner: null, list: null };
  expect(JSON.parse(write({ ...nothing, either: null }))).toEqual({ ...nothing, either: null });
  expect(JSON.parse(write({ ...nothing, either: null, absent: null }))).toHaveProperty(
    'absent',
    null,
  );
});

test('serialises a value by its schema and nothing else', () => {
  const answer = {
    text: 'a "b"',
    day: '2026-11-17',
    number: 0,
    kind: 'b',
    inner: { id: 0, more: null },
    list: [{ id: 1 }],
    either: 7,
  };
  const secret = { secret: 'x' };
  const given = {
    ...answer,
    ...secret,
    inner: { ...answer.inner, ...secret },
    list: [{ id: 1, ...secret }],
  };
  expect(JSON.parse(write(given))).toEqual(answer);
  expect(JSON.parse(write({ ...answer, either: 'text' }))).toHaveProperty('either', 'text');
});

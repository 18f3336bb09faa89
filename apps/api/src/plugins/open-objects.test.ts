import { closedObject } from '@tanren/contract/endpoint';
import * as Type from 'typebox';
import { expect, test } from 'vitest';

import { findOpenObject } from './open-objects.ts';

const open = Type.Object({ a: Type.String() });
const closed = closedObject({ a: Type.String() });

test.each<[string, unknown, string | null]>([
  ['no schema', undefined, null],
  ['closed', closed, null],
  ['open', open, '/'],
  ['open below a property', closedObject({ inner: open }), '/properties/inner'],
  ['open in an array', closedObject({ list: Type.Array(open) }), '/properties/list/items'],
  ['open in a union', Type.Union([closed, open]), '/anyOf/1'],
  ['closed all the way', closedObject({ list: Type.Array(Type.Union([closed, closed])) }), null],
  ['a record of numbers', Type.Record(Type.String(), Type.Number()), null],
  ['a record of open objects', Type.Record(Type.String(), open), '/patternProperties/^.*$'],
  ['explicitly open', Type.Object({}, { additionalProperties: true }), '/'],
])('%s', (_name, schema, place) => {
  expect(findOpenObject(schema)).toBe(place);
});

import { twoDigits } from '@tanren/contract/gyms/gyms';
import { type SampledSchema, sampleValue } from './contract-calls.ts';

/** A value that a schema rejects, and the path of the field that the answer names. */
interface Malformed {
  readonly path: string;
  readonly value: unknown;
}

/** A day before our calendar, and a second that JavaScript does not know. Schemas accept both. */
export const impossibleDay = '0000-01-01';
export const leapSecond = '2026-06-30T23:59:60Z';

const texts: Readonly<Record<string, readonly string[]>> = {
  date: ['x', '2026-02-30', '2026-13-01', '2026-4-1', '2026-04-01T00:00:00Z', impossibleDay],
  'date-time': ['x', '2026-04-01', '2026-04-01T19:00:00', leapSecond],
  uuid: ['x', '11111111-1111-4111-8111-1111111111111', '11111111111141118111111111111111'],
};

function* listWrongTexts({ format = '', pattern, minLength = 0, maxLength }: SampledSchema) {
  yield* texts[format] ?? [];
  if (pattern !== undefined || format !== '' || minLength > 0) yield '';
  if (pattern !== undefined) yield 'x';
  if (maxLength !== undefined) yield 'x'.repeat(maxLength + 1);
}

function* listWrongNumbers({ type, minimum = 0, maximum = 0 }: SampledSchema) {
  yield* [minimum - 1, maximum + 1, -1e300, 1e300];
  if (type === 'integer') yield minimum + 0.5;
}

/** Lists the values of another type and those outside the bounds of the value itself. */
function* listWrongValues(schema: SampledSchema): Generator {
  const { type, minItems = 0, maxItems = 0, items = {} } = schema;
  const others = { string: '1', number: 1, boolean: true, array: [], object: {}, null: null };
  const own = type === 'integer' ? 'number' : schema.enum === undefined ? type : 'string';
  for (const [name, value] of Object.entries(others)) if (name !== own) yield value;
  if (schema.enum !== undefined) yield* ['x', ''];
  else if (type === 'string') yield* listWrongTexts(schema);
  else if (type === 'integer' || type === 'number') yield* listWrongNumbers(schema);
  if (type !== 'array') return;
  const item = sampleValue(items, { optional: true });
  if (minItems > 0) yield [];
  yield Array.from({ length: maxItems + 1 }, () => item);
  if (schema.uniqueItems === true) yield [item, item];
}

/**
 * Lists every malformed variant of a valid body: a wrong value at each place, each required field
 * missing, and a field that no schema has.
 */
export function* listMalformedBodies(schema: SampledSchema, path = ''): Generator<Malformed> {
  const { anyOf, items, properties, required = [] } = schema;
  if (anyOf !== undefined) {
    yield* listMalformedChoices(anyOf, path);
    return;
  }
  for (const value of listWrongValues(schema)) yield { path, value };
  if (items !== undefined) {
    for (const inner of listMalformedBodies(items, `${path}/0`)) {
      yield { ...inner, value: [inner.value] };
    }
  }
  if (properties === undefined) return;
  const whole = sampleValue(schema, { optional: true }) as Readonly<Record<string, unknown>>;
  yield { path: `${path}/unknown`, value: { ...whole, unknown: 1 } };
  for (const [name, property] of Object.entries(properties)) {
    if (required.includes(name)) {
      const rest = Object.entries(whole).filter(([other]) => other !== name);
      yield { path: `${path}/${name}`, value: Object.fromEntries(rest) };
    }
    for (const inner of listMalformedBodies(property, `${path}/${name}`)) {
      yield { ...inner, value: { ...whole, [name]: inner.value } };
    }
  }
}

/** A nullable value has the malformed variants of its other choice. */
function* listMalformedChoices(choices: readonly SampledSchema[], path: string) {
  const [choice = {}, ...others] = choices.filter(({ type }) => type !== 'null');
  if (others.length > 0) {
    yield { path, value: 'x' };
    return;
  }
  for (const malformed of listMalformedBodies(choice, path)) {
    if (malformed.value !== null) yield malformed;
  }
}

/** Lists the texts that a parameter of a path or a query rejects. */
export function* listMalformedTexts(schema: SampledSchema): Generator<string> {
  const { type } = schema;
  if (schema.enum !== undefined) yield* ['x', ''];
  else if (type === 'string') yield* listWrongTexts(schema);
  else if (type === 'boolean') yield* ['x', '1'];
  else {
    for (const value of listWrongNumbers(schema)) yield String(value);
    yield* ['x', 'null', 'NaN', '-Infinity', 'Infinity', '１', '9'.repeat(90)];
    // Each number has one notation, except that a month and a day may have two digits.
    yield* ['0x10', '1e1', '+1', '1.0', ' 1', '1 ', '-0', '1_0', '1,1'];
    if (schema[twoDigits] !== true) yield '01';
  }
  yield '\0';
}

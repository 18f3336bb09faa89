import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@tanren/contract/endpoint';
import type { Problem } from '@tanren/contract/problem';
import { expect, test } from 'vitest';
import { bearer, shareTestApp, unusedDatabase } from './support/app.ts';
import {
  listEndpoints,
  requestParts,
  type SampledSchema,
  sampleValue,
} from './support/contract/contract-calls.ts';
import { openTestPool } from './support/identity/pool-world.ts';
import { modules, rateLimits } from './support/world.ts';
import {
  impossibleDay,
  leapSecond,
  listMalformedBodies,
  listMalformedTexts,
} from './support/contract/malformed-values.ts';

/*
 * Every call of the contract is sent every kind of malformed input. Only the user pool has a
 * database: a call that reached its handler would be answered with 503, so nothing can have been
 * read or stored.
 */

const { config, userPool } = await openTestPool();
const app = await shareTestApp({
  db: unusedDatabase(),
  config,
  userPool,
  modules,
  rateLimits,
});
const calls = (await listEndpoints()).map((call) => [`${call.method} ${call.url}`, call] as const);

type Values = Readonly<Record<string, unknown>>;
type Part = (typeof requestParts)[number];

const schemaOf = ({ schema }: Endpoint, part: Part): SampledSchema | undefined => schema[part];
const samplePart = (call: Endpoint, part: Part) =>
  sampleValue(schemaOf(call, part) ?? { type: 'object' }, { optional: true }) as Values;

/** Sends a complete valid request, of which one part is replaced. */
async function send(call: Endpoint, { part, value }: Malformed): Promise<Problem> {
  const parts = { params: samplePart(call, 'params'), query: samplePart(call, 'querystring') };
  const params = part === 'params' ? (value as Values) : parts.params;
  const query = part === 'querystring' ? (value as Values) : parts.query;
  const body = part === 'body' ? value : samplePart(call, 'body');
  const path = call.url.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const texts = Object.entries(query).flatMap(([name, found]) =>
    [found].flat().map((text): [string, string] => [name, String(text)]),
  );
  const payload = call.schema.body === undefined ? undefined : JSON.stringify(body);
  const response = await app.inject({
    method: call.method,
    url: `/api${path}?${new URLSearchParams(texts).toString()}`,
    headers: {
      ...bearer(`${randomUUID()}/trainer/staff`),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  });
  return response.json();
}

interface Malformed {
  readonly part: Part;
  readonly value: unknown;
  /** The field that the answer names. */
  readonly path: string;
}

function* listMalformed(call: Endpoint): Generator<Malformed> {
  for (const part of ['params', 'querystring'] as const) {
    const valid = samplePart(call, part);
    for (const [name, schema] of Object.entries(schemaOf(call, part)?.properties ?? {})) {
      for (const text of listMalformedTexts(schema)) {
        // In a path these texts make another path, or one that is too long for any route.
        if (part === 'params' && (text === '' || text.length > 100)) continue;
        yield { part, value: { ...valid, [name]: text }, path: text === '\0' ? '' : `/${name}` };
      }
      if (part === 'params') continue;
      yield { part, value: { ...valid, [name]: [valid[name], valid[name]] }, path: `/${name}` };
      yield { part, value: { ...valid, unknown: 1 }, path: '/unknown' };
    }
  }
  const body = schemaOf(call, 'body');
  if (body === undefined) return;
  for (const malformed of listMalformedBodies(body)) yield { part: 'body', ...malformed };
}

const isNamed = ({ status, code, fields = [] }: Problem, { part, path }: Malformed) =>
  status === 400 &&
  code === 'invalid_request' &&
  fields.some((field) => field.in === part && field.path === path);

/** These calls compare the time with stored rows, which cannot be done without a database. */
const comparesTimes = new Set([
  'GET /visits/:date',
  'GET /gyms/:gymId/join-confirmation',
  'POST /gyms/:gymId/memberships',
  'POST /staff/memberships/:membershipId/changes',
  'PATCH /userinfo',
  'PUT /workouts/:workoutId/correction',
  'PUT /staff/members/:member/workouts/:workoutId',
]);
const isImpossible = ({ value }: Malformed) =>
  [impossibleDay, leapSecond].some((time) => JSON.stringify(value).includes(time));

test.each(calls)('%s rejects malformed input and names it', async (name, call) => {
  const unnamed: unknown[] = [];
  for (const malformed of listMalformed(call)) {
    if (comparesTimes.has(name) && isImpossible(malformed)) continue;
    const answer = await send(call, malformed);
    if (!isNamed(answer, malformed)) unnamed.push({ malformed, answer });
  }
  expect(unnamed).toEqual([]);
});

/**
 * Returns whether the bounds are those of `LongId`. Statements compare such an id as 64 bits, also
 * with a column that still has 32.
 */
const isLongId = (minimum: number, maximum: number) =>
  minimum === 1 && maximum === Number.MAX_SAFE_INTEGER;

/** Returns whether a value has a bound of its own that an attacker cannot exceed. */
function isBounded({ type, ...schema }: SampledSchema): boolean {
  if (schema.anyOf !== undefined || schema.enum !== undefined) return true;
  const { minimum = -Infinity, maximum = Infinity, maxItems, maxLength, pattern, format } = schema;
  // A number that a column cannot hold would be a database error.
  if (type === 'integer' || type === 'number') {
    return (minimum >= -2_147_483_648 && maximum <= 2_147_483_647) || isLongId(minimum, maximum);
  }
  if (type === 'array') return maxItems !== undefined;
  if (type === 'object') return schema.additionalProperties === false;
  return type !== 'string' || [maxLength, pattern].some(Boolean) || format === 'date';
}

function listUnbounded(schema: SampledSchema, at: string): string[] {
  const { anyOf = [], items, properties = {} } = schema;
  return [
    ...(isBounded(schema) ? [] : [at]),
    ...anyOf.flatMap((one) => listUnbounded(one, at)),
    ...(items === undefined ? [] : listUnbounded(items, `${at}/items`)),
    ...Object.entries(properties).flatMap(([name, one]) => listUnbounded(one, `${at}/${name}`)),
  ];
}

test('every value of a request has bounds', () => {
  const unbounded = calls.flatMap(([name, call]) =>
    requestParts.flatMap((part) => listUnbounded(schemaOf(call, part) ?? {}, `${name} ${part}`)),
  );
  expect(unbounded).toEqual([]);
});

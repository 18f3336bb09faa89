import { closedObject, endpoint, type EndpointAccess } from '@tanren/contract/endpoint';
import * as Type from 'typebox';
import { expect, test } from 'vitest';
import type { AppModules } from '#app.ts';
import { bearer, buildTestApp, shareTestApp } from '#test/support/app.ts';
import { findCostlyArray, findOpenObject } from './access.ts';

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

const bounded = { maxItems: 7 };
const unique = { ...bounded, uniqueItems: true };

test.each<[string, Type.TSchema, string | null]>([
  ['no array', closed, null],
  ['a bounded array', Type.Array(closed, bounded), null],
  ['an array without a bound', Type.Array(Type.String()), '/'],
  ['one below a property', closedObject({ list: Type.Array(closed) }), '/properties/list'],
  ['one in an array', Type.Array(Type.Array(closed), bounded), '/items'],
  ['unique texts', Type.Array(Type.String(), unique), null],
  ['unique objects', Type.Array(closed, unique), '/'],
  ['unique values of a list', Type.Array(Type.Enum(['a', 'b']), unique), '/'],
  [
    'unique values of a list of texts',
    Type.Array(Type.Enum(['a'], { type: 'string' }), unique),
    null,
  ],
])('finds an array whose validation costs more than its length: %s', (_name, schema, place) => {
  expect(findCostlyArray(schema)).toBe(place);
});

function whoami(access: EndpointAccess) {
  return endpoint({
    method: 'GET',
    url: `/who/${access}`,
    access,
    summary: 'test',
    schema: { response: { 200: Type.Object({ sub: Type.String() }) } },
  });
}

const modules: Partial<AppModules> = {
  async open(scope) {
    scope.route({
      ...whoami('public'),
      handler: async (request) => ({ sub: request.verifiedIdentity?.sub ?? 'visitor' }),
    });
  },
  async members(scope) {
    for (const access of ['member', 'trainer', 'staff'] as const) {
      scope.route({
        ...whoami(access),
        handler: async (request) => ({ sub: request.identity.sub }),
      });
    }
  },
};

const app = await shareTestApp({ modules });

// spec 1.14
test.each([
  ['public', null, 200, 'visitor'],
  ['public', 'alice', 200, 'alice'],
  ['public', 'nobody', 200, 'visitor'],
  ['member', null, 401, 'unauthenticated'],
  ['member', 'nobody', 401, 'unauthenticated'],
  ['member', 'alice', 200, 'alice'],
  ['member', 'alice/trainer', 200, 'alice'],
  ['trainer', null, 401, 'unauthenticated'],
  ['trainer', 'alice', 403, 'forbidden'],
  ['trainer', 'alice/staff', 403, 'forbidden'],
  ['trainer', 'alice/trainer', 200, 'alice'],
  ['staff', 'alice/trainer', 403, 'forbidden'],
  ['staff', 'alice/trainer/staff', 200, 'alice'],
])('%s called with token %s answers %i %s', async (access, token, status, text) => {
  const headers = token === null ? {} : bearer(token);
  const answer = await app.inject({ url: `/api/who/${access}`, headers });
  expect(answer.statusCode).toBe(status);
  const { sub, code } = answer.json<{ sub?: string; code?: string }>();
  expect(sub ?? code).toBe(text);
  expect(answer.headers['www-authenticate']).toBe(challenge(status, token));
});

test('rejects work for other members without a required authenticator app', async () => {
  const verifyToken = async () => ({
    sub: 'alice',
    username: 'alice',
    groups: ['member', 'trainer', 'staff'],
    totpMissing: true,
  });
  const guarded = await buildTestApp({ modules, verifyToken });
  const sendRequest = async (access: string) => {
    const answer = await guarded.inject({ url: `/api/who/${access}`, headers: bearer('alice') });
    return answer.json<{ code?: string }>().code ?? 'let in';
  };
  expect([
    await sendRequest('member'),
    await sendRequest('trainer'),
    await sendRequest('staff'),
  ]).toEqual(['let in', 'totp_required', 'totp_required']);
});

function challenge(status: number, token: string | null): string | undefined {
  if (status !== 401) return undefined;
  return token === null ? 'Bearer' : 'Bearer error="invalid_token"';
}

test.each([
  'alice',
  'Basic YTpi',
  'Bearer',
  'Bearer a b',
  'Bearer é',
  `Bearer ${'a'.repeat(8200)}`,
])('rejects an Authorization header that is no bearer token: %s', async (authorization) => {
  const answer = await app.inject({ url: '/api/who/member', headers: { authorization } });
  expect(answer.statusCode).toBe(401);
});

test('answers 401 when a handler of a public route reads the identity', async () => {
  const careless = await buildTestApp({
    modules: {
      async open(scope) {
        const handler = async (request: { identity: { sub: string } }) => request.identity;
        scope.get('/careless', { config: { access: 'public' } }, handler);
      },
    },
  });
  expect((await careless.inject('/api/careless')).statusCode).toBe(401);
});

test('requires the same access for HEAD as for GET', async () => {
  const url = '/api/who/member';
  expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(401);
  expect((await app.inject({ method: 'HEAD', url, headers: bearer('alice') })).statusCode).toBe(
    200,
  );
});

test.each<[string, Partial<AppModules>, RegExp]>([
  [
    'no declared access',
    { open: async (scope) => void scope.get('/x', async () => 'x') },
    /GET \/api\/x declares no access/,
  ],
  [
    'no declared access among the members',
    { members: async (scope) => void scope.get('/x', async () => 'x') },
    /GET \/api\/x declares no access/,
  ],
  [
    'a member call in the open scope',
    { open: async (scope) => void scope.route({ ...whoami('member'), handler: () => never() }) },
    /has access member but stands in the public scope/,
  ],
  [
    'a public call among the members',
    { members: async (scope) => void scope.route({ ...whoami('public'), handler: () => never() }) },
    /has access public but stands in the authenticated scope/,
  ],
  [
    'an open body',
    { members: async (scope) => void scope.route({ ...openBody, handler: () => never() }) },
    /POST \/api\/x lets unknown fields through: body at \/properties\/inner/,
  ],
])('does not start with %s', async (_name, broken, message) => {
  await expect(buildTestApp({ modules: broken })).rejects.toThrow(message);
});

const openBody = endpoint({
  method: 'POST',
  url: '/x',
  access: 'member',
  summary: 'test',
  schema: {
    body: closedObject({ inner: Type.Object({}) }),
    response: { 200: Type.Object({ sub: Type.String() }) },
  },
});

async function never(): Promise<{ sub: string }> {
  return Promise.reject(new Error('not meant to be called'));
}

import { closedObject, endpoint } from '@tanren/contract/endpoint';
import { describeMachineProtocol } from '@tanren/contract/machines/machine-protocol';
import addFormats from 'ajv-formats';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as Type from 'typebox';
import { expect, test } from 'vitest';
import type { AppModules } from '#app.ts';
import { buildTestApp } from '#test/support/app.ts';
import { listEndpoints, requestParts } from '#test/support/contract/contract-calls.ts';
import { createSerializer, createValidator } from './validation.ts';

test('every answer of the contract can be serialised by its schema', async () => {
  const endpoints = await listEndpoints();
  expect(endpoints.length).toBeGreaterThan(80);
  const rejected = endpoints.flatMap(({ method, url, schema }) =>
    Object.entries(schema.response).flatMap(([status, answer]) => {
      try {
        createSerializer(answer);
        return [];
      } catch (error) {
        return [`${method} ${url} ${status}: ${String(error)}`];
      }
    }),
  );
  expect(rejected).toEqual([]);
});

test('every request of the contract can be validated by its schema', async () => {
  const schemas = new Ajv2020();
  const listErrors = (schema: object, part: string): string[] => {
    try {
      createValidator(schema, part);
    } catch (error) {
      return [String(error)];
    }
    return schemas.validateSchema(schema) === true ? [] : [schemas.errorsText()];
  };
  const rejected = (await listEndpoints()).flatMap(({ method, url, schema }) =>
    requestParts.flatMap((part) =>
      listErrors(schema[part] ?? {}, part).map((text) => `${method} ${url} ${part}: ${text}`),
    ),
  );
  expect(rejected).toEqual([]);
  expect(listErrors({ type: 'object', misspelt: 1 }, 'body')).toHaveLength(1);
  expect(listErrors({ type: 'string', minLength: -1 }, 'body')).toHaveLength(1);
});

/** Lists that are short by decision or have their own bound. Every other list pages by cursor. */
const bareLists = [
  'GET /gyms',
  'GET /gyms/:gymId/subscription-plans',
  'GET /informations',
  'GET /my/reservation-waits',
  'GET /staff/members/:member/memberships',
  'GET /trainer/members/:memberId/workout-loads',
  'GET /trainer/members/:memberId/workout-types',
  'GET /training-session-tags',
  'GET /workout-loads',
  'GET /workout-trends',
  'GET /workout-types',
];

test('no other call answers with a bare array', async () => {
  const bare = (await listEndpoints())
    .filter(({ schema }) => Object.values(schema.response).some((answer) => Type.IsArray(answer)))
    .map(({ method, url }) => `${method} ${url}`);
  expect(bare.toSorted()).toEqual(bareLists);
});

const getThing = endpoint({
  method: 'GET',
  url: '/things/:thingId',
  access: 'public',
  summary: 'ひとつ読みます',
  schema: {
    params: closedObject({ thingId: Type.Integer() }),
    response: { 200: Type.Object({ name: Type.Union([Type.String(), Type.Null()]) }) },
  },
});
const saveThing = endpoint({
  method: 'PUT',
  url: '/things/:thingId',
  access: 'trainer',
  summary: '保存します',
  schema: {
    params: closedObject({ thingId: Type.Integer() }),
    body: closedObject({ name: Type.String() }),
    response: { 204: Type.Null() },
  },
});

const modules: Partial<AppModules> = {
  async open(app) {
    app.route({ ...getThing, handler: async () => ({ name: null }) });
  },
  async members(app) {
    app.route({ ...saveThing, handler: async (_request, reply) => reply.code(204).send(null) });
  },
};

test('the document lists every call, its access and its errors', async () => {
  const app = await buildTestApp({ modules });
  const document = (await app.inject('/api/openapi.json')).json<{
    openapi: string;
    paths: Record<string, Record<string, { security?: unknown; responses: object }>>;
  }>();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toEqual(['/api/things/{thingId}']);
  const { get, put } = document.paths['/api/things/{thingId}'] ?? {};
  expect(get).toMatchObject({ summary: 'ひとつ読みます' });
  expect(get).not.toHaveProperty('security');
  expect(put).toMatchObject({ summary: '保存します', security: [{ idToken: [] }] });
  expect(Object.keys(put?.responses ?? {})).toEqual(['204', 'default']);
  for (const call of [get, put]) {
    expect(call).toHaveProperty(
      ['responses', 'default', 'content', 'application/problem+json', 'schema', '$ref'],
      '#/components/schemas/Problem',
    );
  }
  expect(document).toHaveProperty('components.schemas.Problem.properties.code.enum');
});

test('serves the document of the machine protocol without a sign-in', async () => {
  const app = await buildTestApp({ modules });
  const answer = await app.inject('/api/asyncapi.json');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(describeMachineProtocol())));
});

test('the schema of AsyncAPI accepts the document of the machine protocol', async () => {
  const { default: specs } = await import('@asyncapi/specs');
  // The schema brings its own copy of the meta-schema.
  const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
  addFormats(ajv);
  const isValid = ajv.compile(specs.schemas['3.0.0'] as object);
  const document = describeMachineProtocol();
  isValid(document);
  expect(isValid.errors ?? []).toEqual([]);
  expect(isValid({ ...document, channels: { broken: { address: 7 } } })).toBe(false);
});

test('every reference of the machine protocol leads to a part of it', () => {
  const document: unknown = JSON.parse(JSON.stringify(describeMachineProtocol()));
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(30);
  for (const [, reference = ''] of references) {
    expect(document).toHaveProperty(reference.split('/'));
  }
});

test('serves the readable document as a page without inline scripts', async () => {
  const app = await buildTestApp({ modules });
  for (const url of ['/api/docs', '/api/docs/']) {
    const page = await app.inject(url);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.body).not.toMatch(/<script(?![^>]* src=)/);
    const script = /src="([^"]+initializer\.js)"/.exec(page.body)?.[1] ?? '';
    expect((await app.inject(new URL(script, `http://x${url}`).pathname)).statusCode).toBe(200);
  }
});

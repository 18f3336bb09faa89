import { type AddressInfo, connect } from 'node:net';
import { closedObject, endpoint } from '@tanren/contract/endpoint';
import { Problem, type ProblemField } from '@tanren/contract/problem';
import type { InjectOptions } from 'fastify';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import type { AppModules } from '#app.ts';
import { shareTestApp } from '#test/support/app.ts';

const makeThing = endpoint({
  method: 'POST',
  url: '/things/:thingId',
  access: 'public',
  summary: 'test',
  schema: {
    params: closedObject({ thingId: Type.Integer({ minimum: 1 }) }),
    querystring: closedObject({
      limit: Type.Integer({ default: 20 }),
      flag: Type.Optional(Type.Boolean()),
    }),
    body: closedObject({
      count: Type.Integer({ minimum: 1 }),
      note: Type.Optional(Type.String({ maxLength: 5 })),
      tags: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
    }),
    response: {
      201: Type.Object({ thingId: Type.Integer(), limit: Type.Integer(), count: Type.Integer() }),
    },
  },
});

const failures: Record<string, unknown> = {
  secret: new Error('password hunter2 of the database'),
  away: Object.assign(new Error('Failed query'), {
    cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
  }),
  restarting: Object.assign(new Error('terminating connection'), { code: '57P01' }),
  pool: new Error('timeout exceeded when trying to connect'),
  teapot: Object.assign(new Error('short and stout'), { statusCode: 418 }),
  text: 'just a text',
  busy: new AppError('too_many_requests', { retryAfterSeconds: 7 }),
};

const modules: Partial<AppModules> = {
  async open(scope) {
    scope.route({
      ...makeThing,
      async handler({ params, query, body }, reply) {
        return reply.code(201).send({ ...params, limit: query.limit, count: body.count });
      },
    });
    scope.get<{ Params: { name: string } }>(
      '/fail/:name',
      { config: { access: 'public' } },
      (request) => {
        throw failures[request.params.name];
      },
    );
  },
};

const app = await shareTestApp({ modules });
const call = (options: InjectOptions) => app.inject(options);

const json = { 'content-type': 'application/json' };
const url = '/api/things/1';
const post = { method: 'POST', url, headers: json } as const;

test('accepts a correct call, with numbers in path and query', async () => {
  const answer = await call({ ...post, url: '/api/things/42?limit=5', payload: { count: 3 } });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({ thingId: 42, limit: 5, count: 3 });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each<[string, InjectOptions, number, string]>([
  ['an unknown address', { url: '/api/nothing' }, 404, 'not_found'],
  ['the root of the API', { url: '/api' }, 404, 'not_found'],
  [
    'an unknown address with a broken body',
    { ...post, url: '/api/no', payload: '{' },
    404,
    'not_found',
  ],
  ['another method', { method: 'DELETE', url }, 405, 'method_not_allowed'],
  [
    'another method with a broken body',
    { ...post, method: 'PUT', payload: '{' },
    405,
    'method_not_allowed',
  ],
  ['GET where only POST is', { url }, 405, 'method_not_allowed'],
  [
    'a body of 64 KiB and more',
    { ...post, payload: `{"note":"${'a'.repeat(65_536)}"}` },
    413,
    'payload_too_large',
  ],
  [
    'text',
    { ...post, headers: { 'content-type': 'text/plain' }, payload: 'count=1' },
    415,
    'unsupported_media_type',
  ],
  [
    'a form',
    {
      ...post,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'count=1',
    },
    415,
    'unsupported_media_type',
  ],
  [
    'a nonsense type',
    { ...post, headers: { 'content-type': 'nonsense' }, payload: '{}' },
    415,
    'unsupported_media_type',
  ],
  ['malformed JSON', { ...post, payload: '{"count":' }, 400, 'malformed_json'],
  [
    'a poisoned prototype',
    { ...post, payload: '{"__proto__":{"count":1}}' },
    400,
    'malformed_json',
  ],
  ['an empty body that claims to be JSON', { ...post, payload: '' }, 400, 'malformed_json'],
  ['no body', { method: 'POST', url }, 400, 'invalid_request'],
  ['null', { ...post, payload: 'null' }, 400, 'invalid_request'],
  ['a list', { ...post, payload: '[]' }, 400, 'invalid_request'],
  ['text for a number', { ...post, payload: { count: '3' } }, 400, 'invalid_request'],
  [
    'a letter for a number in the path',
    { ...post, url: '/api/things/x', payload: { count: 1 } },
    400,
    'invalid_request',
  ],
  [
    'an unknown query',
    { ...post, url: `${url}?color=red`, payload: { count: 1 } },
    400,
    'invalid_request',
  ],
  ['NUL in a text', { ...post, payload: '{"count":1,"note":"\\u0000"}' }, 400, 'invalid_request'],
  [
    'NUL in the path',
    { ...post, url: '/api/things/%00', payload: { count: 1 } },
    400,
    'invalid_request',
  ],
  [
    '30,000 nested lists',
    { ...post, payload: '['.repeat(30_000) + ']'.repeat(30_000) },
    400,
    'invalid_request',
  ],
  [
    'an address of 9,000 characters',
    { url: `/api/nothing?${'a'.repeat(9000)}` },
    414,
    'uri_too_long',
  ],
  ['bad percent-encoding', { ...post, url: '/api/things/%zz' }, 400, 'invalid_request'],
  [
    'half of a character',
    { ...post, url: '/api/things/%e3%81', payload: { count: 1 } },
    400,
    'invalid_request',
  ],
  [
    'a parameter of 200 characters',
    { ...post, url: `/api/things/${'1'.repeat(200)}` },
    404,
    'not_found',
  ],
  ['an unexpected error', { url: '/api/fail/secret' }, 500, 'internal_error'],
  ['an error with a status of its own', { url: '/api/fail/teapot' }, 500, 'internal_error'],
  ['a thrown text', { url: '/api/fail/text' }, 500, 'internal_error'],
  ['a database away', { url: '/api/fail/away' }, 503, 'not_ready'],
  ['a database that restarts', { url: '/api/fail/restarting' }, 503, 'not_ready'],
  ['no connection left', { url: '/api/fail/pool' }, 503, 'not_ready'],
  ['a call too many', { url: '/api/fail/busy' }, 429, 'too_many_requests'],
])('answers %s with a problem', async (_name, request, status, code) => {
  const answer = await call(request);
  const problem: unknown = answer.json();
  expect(problem).toMatchObject({ status, code, type: 'about:blank' });
  expect(Check(Problem, problem)).toBe(true);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(problem).toHaveProperty('requestId', answer.headers['x-request-id']);
  expect(answer.body).not.toMatch(/hunter2|stout|just a text/);
  // 400 lists the fields, whichever check found the error.
  expect((problem as Problem).fields !== undefined).toBe(status === 400);
});

test('names the allowed methods in a 405 answer', async () => {
  const answer = await call({ method: 'DELETE', url });
  expect(answer.headers['allow']).toBe('POST, OPTIONS');
});

test('answers OPTIONS with the methods, without a body, and allows no other origin', async () => {
  const answer = await call({
    method: 'OPTIONS',
    url,
    headers: { origin: 'https://evil.example' },
  });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers['allow']).toBe('POST, OPTIONS');
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});

test.each([
  ['too_many_requests', '/api/fail/busy', '7'],
  ['not_ready', '/api/fail/away', '5'],
])('%s contains a Retry-After header', async (_code, failing, seconds) => {
  expect((await call({ url: failing })).headers['retry-after']).toBe(seconds);
});

test('lists every invalid field with its place', async () => {
  const payload = { count: 0, note: 'too long', size: 1, 'a/b~c': 1, tags: ['a', 2] };
  const answer = await call({ ...post, payload });
  const { fields } = answer.json<{ fields: ProblemField[] }>();
  expect(fields.map(({ in: part, path }) => `${part} ${path}`).toSorted()).toEqual([
    'body /a~1b~0c',
    'body /count',
    'body /note',
    'body /size',
    'body /tags/1',
  ]);
  expect(fields).toContainEqual({ in: 'body', path: '/size', message: 'is not a known field' });
});

test('names a missing field', async () => {
  const { fields } = (await call({ ...post, payload: {} })).json<{ fields: ProblemField[] }>();
  expect(fields).toEqual([{ in: 'body', path: '/count', message: 'is required' }]);
});

test('limits the list of invalid fields and the length of their names', async () => {
  const payload = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`${at}${'x'.repeat(300)}`, 1]),
  );
  const answer = await call({ ...post, payload });
  const { fields } = answer.json<{ fields: ProblemField[] }>();
  expect(fields).toHaveLength(20);
  expect(Math.max(...fields.map(({ path }) => path.length))).toBeLessThanOrEqual(200);
});

await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

/** Sends these bytes and reads until the server ends the connection. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const hostLines = 'Host: localhost\r\nConnection: close\r\n';

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_request'],
  ['a space in the address', `GET /api/a b HTTP/1.1\r\n${hostLines}\r\n`, 400, 'invalid_request'],
  [
    'a header without a name',
    `GET /api/x HTTP/1.1\r\n${hostLines}: x\r\n\r\n`,
    400,
    'invalid_request',
  ],
  ['no host', 'GET /api/x HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
  ['bad percent-encoding', `GET /api/%zz HTTP/1.1\r\n${hostLines}\r\n`, 400, 'invalid_request'],
  [
    '9,000 characters of address',
    `GET /api/${'a'.repeat(9000)} HTTP/1.1\r\n${hostLines}\r\n`,
    414,
    'uri_too_long',
  ],
  [
    '20,000 characters of address',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${hostLines}\r\n`,
    414,
    'uri_too_long',
  ],
  [
    '20,000 characters of header',
    `GET /api/x HTTP/1.1\r\n${hostLines}X: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])('answers a malformed request with a problem: %s', async (_name, bytes, status, code) => {
  const [head = '', body = ''] = (await sendBytes(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^content-type: application\/problem\+json$/m);
  expect(head).toMatch(/^cache-control: no-store$/m);
  const problem: unknown = JSON.parse(body);
  expect(Check(Problem, problem)).toBe(true);
  expect(problem).toMatchObject({ status, code, ...(status === 400 && { fields: [{}] }) });
  expect(head).toContain(`x-request-id: ${(problem as Problem).requestId}`);
});

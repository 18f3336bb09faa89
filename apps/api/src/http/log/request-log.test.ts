import { closedObject, endpoint } from '@tanren/contract/endpoint';
import type { InjectOptions } from 'fastify';
import * as Type from 'typebox';
import { expect, test } from 'vitest';

import type { AppModules } from '#app.ts';
import { openDatabase } from '#db/database.ts';
import { sql } from 'drizzle-orm';
import { bearer, buildTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';

const { db } = await createTestDatabase();
const away = openDatabase('postgres://u:p@127.0.0.1:1/x');

const secret = 'hunter2secret';
const token = `eyJhbGciOiJSUzI1NiJ9.${Buffer.from(secret).toString('base64url')}.c2lnbmF0dXJl`;

const saveThing = endpoint({
  method: 'POST',
  url: '/things/:thingId',
  access: 'member',
  summary: 'test',
  schema: {
    params: closedObject({ thingId: Type.String() }),
    body: closedObject({ password: Type.String({ maxLength: 100 }) }),
    response: { 204: Type.Null() },
  },
});

/** Failures of a handler whose errors repeat a member's input. */
const failures: Record<string, (password: string) => Promise<unknown>> = {
  quietly: async () => null,
  drizzle: (password) => db.execute(sql`select ${password} from no_such_table`),
  cast: (password) => db.execute(sql`select ${password}::text::integer`),
  unique: async (password) => {
    await db.execute(sql`create table if not exists names (name text primary key)`);
    await db.execute(sql`insert into names values (${password})`);
    await db.execute(sql`insert into names values (${password})`);
  },
  away: (password) => away.execute(sql`select ${password}`),
  token: (password) => Promise.reject(new Error(`bad token ${token} ${password.length}`)),
  detail: (password) =>
    Promise.reject(Object.assign(new Error('x'), { detail: password, config: { password } })),
  json: async (password): Promise<unknown> => JSON.parse(password),
  mail: (password) =>
    Promise.reject(new Error(`550 5.1.1 <${password}@${password}.jp>: Recipient rejected`)),
};

const modules: Partial<AppModules> = {
  async members(app) {
    app.route({
      ...saveThing,
      async handler({ params, body }, reply) {
        await failures[params.thingId]?.(body.password);
        return reply.code(204).send(null);
      },
    });
  },
};

type Line = Record<string, unknown>;

async function logOf(...requests: InjectOptions[]) {
  const lines: string[] = [];
  const app = await buildTestApp({
    db,
    modules,
    logger: { write: (line) => void lines.push(line) },
    config: { logLevel: 'trace', nodeName: 'shibuya-1' },
    verifyToken: async () => ({ sub: 'alice', username: 'alice', groups: [] }),
  });
  for (const request of requests) await app.inject(request);
  return { text: lines.join(''), lines: lines.map((line) => JSON.parse(line) as Line) };
}

const json = { 'content-type': 'application/json' };
const save = (name: string, headers: Record<string, string> = bearer(token)): InjectOptions => ({
  method: 'POST',
  url: `/api/things/${name}?code=${secret}`,
  headers: { ...json, ...headers, 'x-amz-secret': secret },
  payload: { password: secret },
});

test('logs one line per call: method, route, status, duration, request id, member', async () => {
  const { lines } = await logOf(save('quietly', bearer('alice')));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toEqual({
    level: 30,
    time: expect.any(Number) as number,
    node: 'shibuya-1',
    requestId: expect.stringMatching(/^\d{4}-\d{4}-\d{4}$/) as string,
    method: 'POST',
    route: '/api/things/:thingId',
    status: 204,
    ms: expect.any(Number) as number,
    sub: 'alice',
    msg: 'request',
  });
});

test.each(['0af7651916cd43dd', 'proxy-1.gym:2026_11', 'x'.repeat(64)])(
  'uses the request id of the proxy (%s) in answer, problem and log line',
  async (id) => {
    const lines: string[] = [];
    const logger = { write: (line: string) => void lines.push(line) };
    const app = await buildTestApp({ logger });
    const answer = await app.inject({ url: '/api/none', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toBe(id);
    expect(answer.json()).toHaveProperty('requestId', id);
    expect(JSON.parse(lines.join(''))).toHaveProperty('requestId', id);
  },
);

test.each(['short', 'x'.repeat(65), 'two words', 'quote"d-id', 'öäüöäüöäü', '12345678,87654321'])(
  'replaces a request id that could do harm in a log (%s)',
  async (id) => {
    const app = await buildTestApp();
    const answer = await app.inject({ url: '/api/none', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^\d{4}-\d{4}-\d{4}$/);
  },
);

test('logs an unknown path as it arrived, without its query', async () => {
  const { lines } = await logOf({ url: `/api/none/x?code=${secret}` }, { url: '/cognito/x?y=1' });
  expect(lines.map(({ route, status }) => [route, status])).toEqual([
    ['/api/none/x', 404],
    ['/cognito/x', 503],
  ]);
});

test('logs a path with invalid percent-encoding', async () => {
  const { lines } = await logOf({ url: `/api/%zz?code=${secret}` });
  expect(lines).toMatchObject([{ route: '/api/%zz', status: 400, method: 'GET' }]);
});

test('does not log pages, files and health checks', async () => {
  const { lines } = await logOf({ url: '/login' }, { url: '/healthz' }, { url: '/apiary' });
  expect(lines).toEqual([]);
});

test('logs an unexpected error with its stack and the id that the caller received', async () => {
  const { lines } = await logOf(save('token', bearer('alice')));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ level: 50, msg: 'internal_error', err: { type: 'Error' } });
  expect(lines[0]).toHaveProperty('err.stack', expect.stringContaining('request-log.test.ts'));
  expect(lines[0]?.['requestId']).toBe(lines[1]?.['requestId']);
});

test('never logs a token, password, cookie, query or body', async () => {
  const cookie = `session=${secret}; XSRF-TOKEN=${secret}`;
  const forged = { ...bearer(token), cookie, origin: 'https://evil.example' };
  const { text, lines } = await logOf(
    ...Object.keys(failures).map((name) => save(name)),
    save('quietly', forged),
    save('quietly', { authorization: `Basic ${secret}` }),
    { ...save('quietly'), payload: `{"password": ${secret}` },
    { ...save('quietly'), payload: { password: secret, [secret]: secret } },
    { ...save('quietly'), payload: `"${secret}"`, headers: { 'content-type': `text/${secret}` } },
    { url: `/api/${token}` },
    { url: `/api/none?${secret}`, headers: { referer: `https://gym.example/?${secret}` } },
    { url: `/api/%zz?${secret}` },
  );
  expect(lines.length).toBeGreaterThan(Object.keys(failures).length * 2);
  expect(lines.filter(({ level }) => level === 50).length).toBeGreaterThanOrEqual(5);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(Buffer.from(secret).toString('base64url'));
  expect(text).not.toContain('signature');
});

test.each([
  ['RCPT: 550 5.1.1 <taro@example.jp>: User unknown', 'RCPT: 550 5.1.1 <[address]>: User unknown'],
  ['rfc822;taro.yamada+gym@mail.example.jp is full', 'rfc822;[address] is full'],
  ['<"taro yamada"@example.jp> unknown', '<[address]> unknown'],
  ['no mailbox 太郎@例え.jp here', 'no mailbox [address] here'],
  ['<a/b@example.jp>', '<[address]>'],
  ['no /srv/node_modules/@tanren/domain @ 5', 'no /srv/node_modules/@tanren/domain @ 5'],
])('hides mail addresses in error messages: %s', async (said, logged) => {
  failures['said'] = () => Promise.reject(new Error(said, { cause: new Error(said) }));
  const { lines } = await logOf(save('said', bearer('alice')));
  expect(lines[0]).toHaveProperty('err.message', logged);
  expect(lines[0]).toHaveProperty('err.cause.message', logged);
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { AppModules } from '#app.ts';
import type { Config } from '#config/config.ts';
import { bearer, buildTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { openDistantDatabase } from '#test/support/failures.ts';
import { describeShape } from './database-log.ts';
import { createOutageLog } from './outage-log.ts';

const { url } = await createTestDatabase();

type Line = Record<string, unknown>;

/** Opens an app whose only call queries the database, through a connection that can be cut. */
async function openApp(config: Partial<Config> = {}) {
  const { db, line } = await openDistantDatabase(url);
  const lines: Line[] = [];
  const modules: Partial<AppModules> = {
    async members(scope) {
      scope.post('/ask', { config: { access: 'member' } }, async () => {
        await db.execute(sql`select ${'hunter2'}::text as password from gyms limit 5`);
        scope.log.info({ about: 'something' }, 'done');
        return {};
      });
    },
  };
  const logger = { write: (text: string) => void lines.push(JSON.parse(text) as Line) };
  const app = await buildTestApp({ db, modules, logger, config });
  const request = async (id = 'request-1') =>
    await app.inject({
      method: 'POST',
      url: '/api/ask',
      headers: { ...bearer('alice'), 'x-request-id': id, 'content-type': 'application/json' },
      payload: {},
    });
  const told = () =>
    lines.filter(({ msg }) => /^(the database|slow query|not_ready|internal)/.test(String(msg)));
  return { request, line, lines, told };
}

test('logs shape, duration and request of a slow query, but no value', async () => {
  const { request, told, lines } = await openApp({ slowQueryMs: 0.001 });
  expect((await request()).statusCode).toBe(200);
  expect(told()).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'slow query',
      requestId: 'request-1',
      ms: expect.any(Number) as number,
      failed: false,
      statement: 'select $1::text as password from gyms limit ?',
    }),
  );
  expect(JSON.stringify(lines)).not.toContain('hunter2');
});

test('names the request once in log lines written far from its handler', async () => {
  const { request, lines } = await openApp();
  await request('request-7');
  expect(lines.find(({ msg }) => msg === 'done')).toMatchObject({ requestId: 'request-7' });
});

test('logs one line at the start and one at the end of an outage, whatever was requested meanwhile', async () => {
  const { request, line, told, lines } = await openApp();
  expect((await request()).statusCode).toBe(200);
  line.cut();
  for (let call = 0; call < 20; call += 1) expect((await request()).statusCode).toBe(503);
  expect(told()).toEqual([expect.objectContaining({ level: 40, msg: 'the database is away' })]);
  line.mend();
  await expect
    .poll(async () => {
      await request();
      return told().at(-1);
    })
    .toMatchObject({
      level: 30,
      msg: 'the database is back',
      failures: expect.any(Number) as number,
    });
  expect(told()).toHaveLength(2);
  expect(Number(told()[1]?.['failures'])).toBeGreaterThanOrEqual(20);
  expect(JSON.stringify(lines)).not.toMatch(/select|hunter2/);
});

test('logs a long outage once a minute, and a flickering one as one outage', () => {
  let time = 0;
  const lines: object[] = [];
  const log = {
    warn: (about: object, text: string) => void lines.push({ ...about, text }),
    info: (about: object, text: string) => void lines.push({ ...about, text }),
  };
  const outages = createOutageLog(() => time);
  const away = new Error('Failed query: select hunter2', {
    cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
      code: 'ECONNREFUSED',
    }),
  });
  const reason = 'connect ECONNREFUSED 127.0.0.1:5432';
  outages.answered();
  for (; time < 150_000; time += 500) {
    expect(outages.take(log, { err: away })).toBeNull();
    outages.answered();
  }
  expect(outages.isAway()).toBe(true);
  const other = { err: new Error('a defect') };
  expect(outages.take(log, other)).toBe(other);
  expect(outages.take(log, 'text')).toBe('text');
  time = 151_000;
  outages.answered();
  outages.answered();
  expect(outages.isAway()).toBe(false);
  expect(lines).toEqual([
    { reason, text: 'the database is away' },
    { reason, failures: 121, seconds: 60, text: 'the database is still away' },
    { reason, failures: 241, seconds: 120, text: 'the database is still away' },
    { failures: 300, seconds: 151, text: 'the database is back' },
  ]);
});

test('logs a repeated failure once a minute, with the reason instead of the statement', () => {
  const log = { warn: () => {}, info: () => {} };
  const err = new Error('Failed query: select hunter2', {
    cause: new Error('Connection terminated'),
  });
  expect(createOutageLog().take(log, { err, count: 3 })).toEqual({
    count: 3,
    reason: 'Connection terminated',
  });
});

test.each([
  ['select *\n  from gyms  where id = $1', 'select * from gyms where id = $1'],
  [`select 'it''s hunter2', 12.5, x1 from "t2" limit 20`, 'select ?, ?, x1 from "t2" limit ?'],
  [`set x = 'a'; select "a" = '42'`, 'set x = ?; select "a" = ?'],
])('removes the values from the shape of %s', (statement, shape) => {
  expect(describeShape(statement)).toBe(shape);
});

test('shortens the shape of a long statement', () => {
  expect(describeShape(`select ${'a, '.repeat(5000)}b`).length).toBe(2000);
});

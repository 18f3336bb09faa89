import { setTimeout as sleep } from 'node:timers/promises';
import { endpoint } from '@tanren/contract/endpoint';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import * as Type from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { runInRequest, runWithRequestId } from '#http/log/request-context.ts';
import { bearer, buildTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { failureOf } from '#test/support/failures.ts';
import { DatabaseClient, type FinishedQuery } from './database-client.ts';
import { isDatabaseAway, isDatabaseBusy } from './database-failure.ts';
import { closeDatabase, type Database, openDatabase } from './database.ts';

const { url } = await createTestDatabase();

const limits = { poolSize: 1, queryTimeoutMs: 20_000, connectTimeoutMs: 1000 };

function open(): Database {
  const db = openDatabase(url, limits);
  onTestFinished(() => closeDatabase(db));
  return db;
}

/** Runs a function inside a request that must be answered within `ms`. */
async function within<T>(ms: number, run: () => Promise<T>): Promise<T> {
  return await runInRequest(
    { id: 'call-1', answerBy: performance.now() + ms },
    async () => await run(),
  );
}

async function readTimeout(db: Database): Promise<unknown> {
  const { rows } = await db.execute(sql`show statement_timeout`);
  return rows[0]?.['statement_timeout'];
}

test('ends a call with many slow queries when its time is over', async () => {
  const db = open();
  let asked = 0;
  const failure = await failureOf(
    within(1500, () =>
      db.transaction(async (tx) => {
        for (; asked < 20; asked += 1) await tx.execute(sql`select pg_sleep(0.4)`);
      }),
    ),
  );
  expect(isDatabaseBusy(failure)).toBe(true);
  expect(asked).toBeLessThan(4);
});

test('commits or rolls back completely at the time limit, and leaves the connection usable', async () => {
  const db = open();
  await db.execute(sql`create table notes (text text)`);
  const failure = await failureOf(
    within(3000, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`insert into notes values ('lost')`);
        await tx.execute(sql`select pg_sleep(10)`);
      }),
    ),
  );
  expect(isDatabaseBusy(failure)).toBe(true);
  await within(3000, async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('kept')`);
      // The request works past its deadline on the data it has read. Its commit must still be sent.
      await sleep(3100);
    });
  });
  const { rows } = await db.execute(sql`select text from notes`);
  expect(rows).toEqual([{ text: 'kept' }]);
  expect(await readTimeout(db)).toBe('18s');
  // All of this used one connection.
  expect(db.$client.totalCount).toBe(1);
});

test('rejects a call at once when too little time is left to wait for a connection', async () => {
  const db = open();
  const request = () => db.execute(sql`select 1`);
  expect(isDatabaseAway(await failureOf(within(900, request)))).toBe(true);
  expect(db.$client.totalCount).toBe(0);
  await within(5000, request);
  await request();
});

test('starts no query after the end of a call, with or without a callback', async () => {
  const db = open();
  const client = await db.$client.connect();
  onTestFinished(() => client.release());
  await within(0, async () => {
    expect(isDatabaseAway(await failureOf(client.query('select 1')))).toBe(true);
    const told = await new Promise((resolve) => {
      client.query('select 1', (error: unknown) => resolve(error));
    });
    expect(isDatabaseAway(told)).toBe(true);
  });
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

const readSlowly = endpoint({
  method: 'GET',
  url: '/slow-things',
  access: 'account',
  summary: 'test',
  schema: { response: { 204: Type.Null() } },
});

/** Builds an app with one route, which runs the given function. */
async function buildApp(db: Database, run: () => Promise<void>) {
  return await buildTestApp({
    db,
    verifyToken: async () => ({ sub: 'alice', username: 'alice', groups: [] }),
    modules: {
      async members(scope) {
        scope.route({
          ...readSlowly,
          async handler(_request, reply) {
            await run();
            return reply.code(204).send(null);
          },
        });
      },
    },
  });
}

test('lets work that a call has started continue after its answer', async () => {
  const db = openDatabase(url, { queryTimeoutMs: 1000, connectTimeoutMs: 1000 });
  onTestFinished(() => closeDatabase(db));
  let left: Promise<unknown> | undefined;
  const app = await buildApp(db, async () => {
    left = sleep(db.$client.longestCallMs + 500).then(async () => await db.execute(sql`select 1`));
  });
  expect((await app.inject({ url: '/api/slow-things', headers: bearer('alice') })).statusCode).toBe(
    204,
  );
  expect(await failureOf(left ?? Promise.reject(new Error('it never began')))).toBeNull();
});

test('answers 503 when slow queries add up, and the call can be repeated', async () => {
  const db = openDatabase(url, { queryTimeoutMs: 1000, connectTimeoutMs: 500 });
  onTestFinished(() => closeDatabase(db));
  const app = await buildApp(db, async () => {
    for (let n = 0; n < 10; n += 1) await db.execute(sql`select pg_sleep(0.6)`);
  });
  const headers = bearer('alice');
  const answer = await app.inject({ url: '/api/slow-things', headers });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'not_ready' });
  expect(answer.headers['retry-after']).toBe('5');
});

function blockProcess(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Returns a connection with a short limit for silence, which does not hold while it connects. */
async function connectWithSilence(silenceMs: number): Promise<pg.PoolClient> {
  const db = openDatabase(url);
  onTestFinished(() => closeDatabase(db));
  const client = await db.$client.connect();
  onTestFinished(() => client.release());
  if (!(client instanceof DatabaseClient)) throw new Error('the pool has another client');
  client.allowSilence(silenceMs);
  return client;
}

test('keeps a connection whose answer arrived while this process was busy', async () => {
  const client = await connectWithSilence(300);
  const answer = client.query('select 1 as one');
  // The statement leaves before the loop stands still.
  await Promise.resolve();
  blockProcess(600);
  expect((await answer).rows).toEqual([{ one: 1 }]);
});

test('keeps a connection whose query begins when its idle time ends', async () => {
  const client = await connectWithSilence(300);
  await client.query('select 1');
  const answer = new Promise<unknown>((resolve, reject) => {
    // This timer and that of the socket, which is older, end in one turn of the loop.
    setTimeout(() => void client.query('select 1 as one').then(resolve, reject), 290);
    blockProcess(600);
  });
  expect(await answer).toMatchObject({ rows: [{ one: 1 }] });
});

function listen() {
  const db = openDatabase(url);
  onTestFinished(() => closeDatabase(db));
  const queries: FinishedQuery[] = [];
  const stop = db.$client.listen((query) => void queries.push(query));
  return { db, queries, stop };
}

test('reports every query with its statement and duration, also a failed one', async () => {
  const { db, queries, stop } = listen();
  await db.execute(sql`select ${'hunter2'}::text as password, pg_sleep(0.02)`);
  await expect(db.execute(sql`select 1 from no_such_table`)).rejects.toThrow('Failed query');
  await db.transaction(async (tx) => await tx.execute(sql`select 2`));
  // The pool asks every new connection whether it takes writes, so that query is left out.
  const own = queries.filter(({ statement }) => !statement.includes('transaction_read_only'));
  expect(own.map(({ statement, error }) => [statement, error !== null])).toEqual([
    ['select $1::text as password, pg_sleep(0.02)', false],
    ['select 1 from no_such_table', true],
    ['begin', false],
    ['select 2', false],
    ['commit', false],
  ]);
  expect(own[0]?.seconds).toBeGreaterThanOrEqual(0.019);
  stop();
  const told = queries.length;
  await db.execute(sql`select 3`);
  expect(queries).toHaveLength(told);
});

test("names the request behind each query, also when it waited for another request's connection", async () => {
  const { db, queries } = listen();
  const ids = Array.from({ length: 60 }, (_, at) => `request-${at}`);
  await Promise.all(
    ids.map(async (id, at) =>
      runWithRequestId(id, async () => {
        const slowQuery = sql.raw(`select pg_sleep(0.001) /* ${id} */`);
        await (at % 3 === 0
          ? db.transaction(async (tx) => await tx.execute(slowQuery))
          : db.execute(slowQuery));
      }),
    ),
  );
  const marked = queries.filter(({ statement }) => statement.includes('/*'));
  expect(marked).toHaveLength(60);
  for (const { statement, requestId } of marked) expect(statement).toContain(`/* ${requestId} */`);
});

import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { runWithRequestId } from '#http/log/request-context.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { describeShape, type FinishedQuery, listenToQueries } from './query-watch.ts';

const { url } = await createTestDatabase();

function listen() {
  const db = openDatabase(url);
  onTestFinished(() => closeDatabase(db));
  const queries: FinishedQuery[] = [];
  const stop = listenToQueries(db.$client, (query) => void queries.push(query));
  return { db, queries, stop };
}

test('reports every query with its statement and duration, also a failed one', async () => {
  const { db, queries, stop } = listen();
  await db.execute(sql`select ${'hunter2'}::text as password, pg_sleep(0.02)`);
  await expect(db.execute(sql`select 1 from no_such_table`)).rejects.toThrow('Failed query');
  await db.transaction(async (tx) => await tx.execute(sql`select 2`));
  // The pool asks every new connection whether it takes writes, so that query is left out.
  const own = queries.filter(({ statement }) => statement !== 'show transaction_read_only');
  expect(own.map(({ statement, failed }) => [statement, failed])).toEqual([
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

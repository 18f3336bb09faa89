import { sql as statement } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { isDatabaseAway } from './database-failure.ts';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { failureOf, openDistantDatabase } from '#test/support/failures.ts';
import { closeDatabase, openDatabase } from './database.ts';

const { url } = await createTestDatabase();

test('frees the connection when it breaks before or during a transaction', async () => {
  const { db, line } = await openDistantDatabase(url);
  for (let round = 0; round < 12; round += 1) {
    await db.execute(statement`select 1`);
    const before = db.transaction(async (tx) => await tx.execute(statement`select 1`));
    line.cut();
    expect(isDatabaseAway(await failureOf(before))).toBe(true);
    line.mend();
    const within = db.transaction(async (tx) => {
      line.cut();
      await tx.execute(statement`select 1`);
    });
    expect(isDatabaseAway(await failureOf(within))).toBe(true);
    line.mend();
  }
  expect(
    await db.transaction(async (tx) => (await tx.execute(statement`select 1`)).rows),
  ).toHaveLength(1);
  expect(db.$client.totalCount - db.$client.idleCount).toBe(0);
});

test('rolls back and rethrows when the callback of a transaction fails', async () => {
  const { db } = await openDistantDatabase(url);
  await db.execute(statement`create table undone (n int)`);
  const failing = db.transaction(async (tx) => {
    await tx.execute(statement`insert into undone values (1)`);
    throw new Error('enough');
  });
  await expect(failing).rejects.toThrow('enough');
  expect((await db.execute(statement`select * from undone`)).rows).toEqual([]);
});

test('reports and replaces an idle connection that the server closes', async () => {
  const onIdleError = vi.fn<(error: Error) => void>();
  const db = openDatabase(url, { onIdleError });
  await db.execute(statement`select 1`);
  await sql(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tanren' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(onIdleError).toHaveBeenCalledOnce());
  const { rows } = await db.execute(statement`select 1 as answer`);
  expect(rows).toEqual([{ answer: 1 }]);
  await closeDatabase(db);
});

test('limits the time of every statement and every transaction', async () => {
  const db = openDatabase(url);
  const { rows } = await db.execute(statement`
    select current_setting('statement_timeout') as one,
           current_setting('idle_in_transaction_session_timeout') as other`);
  expect(rows).toEqual([{ one: '4500ms', other: '30s' }]);
  await closeDatabase(db);
});

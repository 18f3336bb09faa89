import { sql as statement } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { closeDatabase, openDatabase } from './database.ts';

const { url } = await createTestDatabase();

test('a connection that the server cuts while idle is reported, not fatal, and replaced', async () => {
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

test('no statement and no transaction can hold a connection for ever', async () => {
  const db = openDatabase(url);
  const { rows } = await db.execute(statement`
    select current_setting('statement_timeout') as one,
           current_setting('idle_in_transaction_session_timeout') as other`);
  expect(rows).toEqual([{ one: '30s', other: '30s' }]);
  await closeDatabase(db);
});

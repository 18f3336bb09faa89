import { UserPoolKeysError } from '@tanren/user-pool/crypto/user-pool-keys';
import { sql as statement } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { describeFailure } from './failure-lines.ts';

const { db } = await createTestDatabase();

const failureOf = async (running: Promise<unknown>): Promise<unknown> =>
  await running.then(
    () => null,
    (error: unknown) => error,
  );

test('what PostgreSQL refuses is told in its own words, not with our statement', async () => {
  const error = await failureOf(db.execute(statement`select nonsense from gyms`));
  expect(String(error)).toContain('Failed query');
  expect(describeFailure(error)).toEqual([
    'PostgreSQL says: column "nonsense" does not exist (SQLSTATE 42703)',
  ]);
});

test('values of rows stay out of it', async () => {
  const twice = db.execute(statement`insert into server_keys (name, fingerprint)
    values ('a-secret', 'x'), ('a-secret', 'x')`);
  const [line, ...others] = describeFailure(await failureOf(twice));
  expect(line).toMatch(/^PostgreSQL says: duplicate key [^\n]+ \(SQLSTATE 23505\)$/);
  expect(others).toEqual([]);
});

test('a database that went away, keys that do not fit, and what nobody has foreseen', async () => {
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const away = await failureOf(nowhere.execute(statement`select 1`));
  await closeDatabase(nowhere);
  expect(describeFailure(away)).toEqual([expect.stringMatching(/^the database has gone away/)]);
  expect(describeFailure(new UserPoolKeysError('another root key'))).toEqual(['another root key']);
  const [stack] = describeFailure(new TypeError('a mistake of ours'));
  expect(stack).toMatch(/^TypeError: a mistake of ours\n +at /);
});

import { randomUUID } from 'node:crypto';
import { UserPoolKeysError } from '@tanren/user-pool/crypto/user-pool-keys';
import { sql as statement } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { openTrainerCodeKey } from '#embedded/trainer-code-key.ts';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { failureOf } from '#test/support/failures.ts';
import { describeFailure } from './failure-lines.ts';

const { db, url } = await createTestDatabase();

test('reports an error of PostgreSQL in its own words, without our statement', async () => {
  const error = await failureOf(db.execute(statement`select nonsense from gyms`));
  expect(String(error)).toContain('Failed query');
  expect(describeFailure(error)).toEqual([
    'PostgreSQL says: column "nonsense" does not exist (SQLSTATE 42703)',
  ]);
});

test('explains which rights to grant when the role has none on the tables', async () => {
  const role = `poor_${randomUUID().slice(0, 8)}`;
  await sql(url, `create role ${role} login password 'x'`);
  onTestFinished(async () => await sql(url, `drop role ${role}`).then(() => undefined));
  const address = new URL(url);
  address.username = role;
  address.password = 'x';
  const poor = openDatabase(address.href);
  const trainerCodeKey = Buffer.alloc(32);
  const error = await failureOf(openTrainerCodeKey({ dataDir: '/nowhere', trainerCodeKey }, poor));
  await closeDatabase(poor);
  expect(describeFailure(error)).toEqual([
    'PostgreSQL says: permission denied for table server_keys (SQLSTATE 42501)',
    'run "npm run migrate" as the owner of the tables, which grants it: grant select, insert, update, delete on table server_keys to the role in DATABASE_URL',
  ]);
});

test('never includes the values of rows', async () => {
  const twice = db.execute(statement`insert into server_keys (name, fingerprint)
    values ('a-secret', 'x'), ('a-secret', 'x')`);
  const [line, ...others] = describeFailure(await failureOf(twice));
  expect(line).toMatch(/^PostgreSQL says: duplicate key [^\n]+ \(SQLSTATE 23505\)$/);
  expect(others).toEqual([]);
});

test('explains a lost database, keys that do not match and unexpected errors', async () => {
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const away = await failureOf(nowhere.execute(statement`select 1`));
  await closeDatabase(nowhere);
  expect(describeFailure(away)).toEqual([expect.stringMatching(/^the database has gone away/)]);
  expect(describeFailure(new UserPoolKeysError('another root key'))).toEqual(['another root key']);
  const [stack] = describeFailure(new TypeError('a mistake of ours'));
  expect(stack).toMatch(/^TypeError: a mistake of ours\n +at /);
});

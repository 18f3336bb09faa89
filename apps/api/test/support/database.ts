import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, inject, onTestFinished } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';

/** Tests insert thousands of rows at once, on machines that are busy with other work. */
const timeouts = { queryTimeoutMs: 60_000, connectTimeoutMs: 30_000 };

/** Runs one statement on a connection of its own. */
export async function sql<R extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

export function replaceDatabase(url: string, database: string): string {
  const replaced = new URL(url);
  replaced.pathname = `/${database}`;
  return replaced.href;
}

interface TestDatabase {
  readonly db: Database;
  /** The address for a superuser, for any check or change of a test. */
  readonly url: string;
  /** The address for the program's own role, which may read and write rows. */
  readonly programUrl: string;
}

/**
 * Creates a migrated database that is deleted after the test file. Call it at the top of the file:
 * `const { db } = await createTestDatabase();`
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject('testServer');
  // WAL_LOG, the default, takes three times as much processor time: it copies and logs page by
  // page. The two checkpoints of FILE_COPY are cheap on a server that does not sync.
  const url = await create(`template ${template} strategy file_copy`);
  const db = openDatabase(url, timeouts);
  afterAll(async () => {
    await closeDatabase(db);
    await drop(url);
  });
  const programUrl = replaceDatabase(inject('programUrl'), new URL(url).pathname.slice(1));
  return { db, url, programUrl };
}

/** Creates an empty database for one test of the migrations themselves. */
export async function createEmptyDatabase(): Promise<string> {
  const url = await create('template template0');
  onTestFinished(() => drop(url));
  return url;
}

async function create(how: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await sql(inject('testServer').adminUrl, `create database ${name} ${how}`);
  return replaceDatabase(inject('testServer').adminUrl, name);
}

async function drop(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await sql(inject('testServer').adminUrl, `drop database ${name} with (force)`);
}

/**
 * Waits until another statement waits for a lock in the database, of any kind or of one kind, such
 * as `advisory`.
 */
export async function waitUntilBlocked(db: Database, kind = '%'): Promise<void> {
  const blocked = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event like $1`;
  await expect
    .poll(async () => (await db.$client.query(blocked, [kind])).rowCount)
    .toBeGreaterThan(0);
}

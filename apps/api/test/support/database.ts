import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject, onTestFinished } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';

/** Tests insert thousands of rows at once, on machines that do other things meanwhile. */
const patience = { queryTimeoutMs: 60_000, connectTimeoutMs: 30_000 };

/** One statement on a connection of its own. */
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
  /** Of a superuser, for whatever a test wants to see or do. */
  readonly url: string;
  /** As the program itself has it: it may read and write rows. */
  readonly programUrl: string;
}

/**
 * A migrated database of one's own, gone after the test file. Call it at the top of the
 * file: `const { db } = await createTestDatabase();`
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject('testServer');
  // WAL_LOG, the default, takes the processor three times as long: it copies page by page and logs
  // each. The two checkpoints of FILE_COPY are cheap on a server that syncs nothing.
  const url = await create(`template ${template} strategy file_copy`);
  const db = openDatabase(url, patience);
  afterAll(async () => {
    await closeDatabase(db);
    await drop(url);
  });
  const programUrl = replaceDatabase(inject('programUrl'), new URL(url).pathname.slice(1));
  return { db, url, programUrl };
}

/** A database without anything in it, for one test of the migrations themselves. */
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

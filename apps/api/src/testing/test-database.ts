import { randomBytes } from 'node:crypto';
import { afterAll, inject, onTestFinished } from 'vitest';
import { closeDatabase, openDatabase, type Database } from '#db/database.ts';
import { replaceDatabase } from './database-url.ts';
import { sql } from './sql.ts';

export interface TestDatabase {
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
  // WAL_LOG copies a template of this size in half the time of FILE_COPY, which makes
  // two checkpoints.
  const url = await create(`template ${template} strategy wal_log`);
  const db = openDatabase(url);
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

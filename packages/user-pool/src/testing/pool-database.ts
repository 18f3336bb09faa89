import { drizzle } from 'drizzle-orm/node-postgres';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { PoolDatabase } from '#pool/pool-context.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { adminUrl: string; template: string };
  }
}

export interface PoolTestDatabase {
  readonly db: PoolDatabase;
  readonly url: string;
}

/** Creates a migrated database for a test file and drops it afterwards. */
export async function createPoolDatabase(): Promise<PoolTestDatabase> {
  const { adminUrl, template } = inject('testServer');
  const name = `user_pool_${randomBytes(8).toString('hex')}`;
  await runSql(adminUrl, [`create database ${name} template ${template} strategy file_copy`]);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const client = new pg.Pool({ connectionString: url.href, max: 10 });
  // A connection that is still closing when the database is dropped must not fail the test.
  client.on('error', () => undefined);
  client.on('connect', (connection) => connection.on('error', () => undefined));
  afterAll(async () => {
    await client.end();
    await runSql(adminUrl, [`drop database ${name} with (force)`]);
  });
  return { db: drizzle(client), url: url.href };
}

async function runSql(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

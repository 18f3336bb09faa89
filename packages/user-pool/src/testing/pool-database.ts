import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { drizzle } from 'drizzle-orm/node-postgres';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { PoolDatabase } from '#database.ts';
import * as codes from '#schema/codes.ts';
import * as installation from '#schema/installation.ts';
import * as sessions from '#schema/sessions.ts';
import * as throttles from '#schema/throttles.ts';
import * as users from '#schema/users.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { adminUrl: string; template: string };
  }
}

export interface PoolTestDatabase {
  readonly db: PoolDatabase;
  readonly url: string;
}

/** A database with the pool's tables and nothing else, gone after the test file. */
export async function createPoolDatabase(): Promise<PoolTestDatabase> {
  const { adminUrl } = inject('testServer');
  const name = `user_pool_${randomBytes(8).toString('hex')}`;
  await runSql(adminUrl, [`create database ${name} template template0`]);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await runSql(url.href, await createTablesSql());
  const client = new pg.Pool({ connectionString: url.href, max: 10 });
  afterAll(async () => {
    await client.end();
    await runSql(adminUrl, [`drop database ${name} with (force)`]);
  });
  return { db: drizzle(client), url: url.href };
}

async function createTablesSql(): Promise<string[]> {
  const schema = { ...users, ...sessions, ...codes, ...throttles, ...installation };
  return await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema));
}

export async function runSql(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { StartupError } from '#startup-error.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { describeConnectionFailure } from './connection-failure.ts';

/**
 * Brings the schema up to date. Nodes that start together queue at a lock; the lock and
 * the migrations share one connection, so whoever dies in the middle frees the others
 * and leaves nothing half done (all pending migrations are one transaction).
 */
export async function migrateDatabase(url: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tanren migrations',
    connectionTimeoutMillis: 10_000,
    // Longer than any migration another node may be busy with.
    lock_timeout: 600_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(describeConnectionFailure(error, url), { cause: error });
  }
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    await refuseForeignHistory(client, migrationsFolder);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** Drizzle looks at the newest applied migration only, and would pass over both of these. */
async function refuseForeignHistory(client: pg.Client, migrationsFolder: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder }).map((m) => m.folderMillis);
  const applied = await readApplied(client);
  const unknown = applied.filter((time) => !known.includes(time));
  if (unknown.length > 0) {
    throw new StartupError(
      `the database is newer than this program: it has ${unknown.length} migration(s) that this version does not know; start the newer version`,
    );
  }
  const newest = Math.max(0, ...applied);
  const skipped = known.filter((time) => time < newest && !applied.includes(time));
  if (skipped.length > 0) {
    throw new StartupError(
      `the database lacks ${skipped.length} migration(s) older than its newest one; generate them again so that they come last`,
    );
  }
}

async function readApplied(client: pg.Client): Promise<number[]> {
  const journal = await client.query<{ found: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as found`,
  );
  if (!journal.rows[0]?.found) return [];
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations',
  );
  return rows.map((row) => Number(row.created_at));
}

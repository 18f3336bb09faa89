import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { StartupError } from '#startup-error.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { describeConnectionFailure } from './connection-failure.ts';
import { grantProgram } from './program-role.ts';

/**
 * Brings the schema up to date. Nodes that start together queue at a lock; the lock and
 * the migrations share one connection, so whoever dies in the middle frees the others
 * and leaves nothing half done (all pending migrations are one transaction).
 * With `programRole` the tables belong to whom `url` names, and that role gets what the program
 * needs of them.
 */
export async function migrateDatabase(
  url: string,
  migrationsFolder: string,
  programRole: string | null = null,
): Promise<void> {
  const setting = programRole === null ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL';
  const client = await connect(url, setting, {
    application_name: 'tanren migrations',
    // Longer than any migration another node may be busy with.
    lock_timeout: 600_000,
    keepAlive: true,
  });
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    const pending = await findPending(client, migrationsFolder);
    // The migrator makes its schema first of all, which a role that owns nothing may not even try.
    if (pending > 0) await migrate(drizzle(client), { migrationsFolder });
    if (programRole !== null) await grantProgram(client, programRole);
  } finally {
    await client.end();
  }
}

/** The migrations went by another account: whether this one works shows here, as one line. */
export async function checkDatabase(url: string): Promise<void> {
  const client = await connect(url, 'DATABASE_URL');
  await client.end();
}

async function connect(
  url: string,
  setting: string,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  try {
    // Already here `pg` reads the files that a URL names for TLS.
    const client = new pg.Client({
      ...options,
      connectionString: url,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    throw new StartupError(describeConnectionFailure(error, url, setting), { cause: error });
  }
}

/** Drizzle looks at the newest applied migration only, and would pass over what is refused here. */
async function findPending(client: pg.Client, migrationsFolder: string): Promise<number> {
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
  return known.length - applied.length;
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

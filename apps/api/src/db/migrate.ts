import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { StartupError } from '#config/startup-error.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { connectPrimary } from './connect-primary.ts';
import { findPostgresRejection, quotePostgres } from './postgres-failure.ts';
import { grantProgram } from './program-role.ts';

interface MigrateOptions {
  /** Name of the setting that holds `url`, for error messages. */
  readonly setting?: string;
  /** Whether a program that is older than the schema may use it. */
  readonly allowNewer?: boolean;
}

interface MigrationResult {
  readonly applied: number;
  /** Number of migrations in the database that this program does not know. */
  readonly unknown: number;
}

/**
 * Applies all pending migrations in one transaction. Nodes that start at the same time wait for a
 * lock. The lock and the migrations use one connection, so a node that dies releases the lock and
 * leaves nothing half done. With `programRole`, the tables belong to the role in `url`, and
 * `programRole` is granted the rights the program needs. Without pending migrations, reading
 * suffices.
 */
export async function migrateDatabase(
  url: string,
  migrationsFolder: string,
  programRole: string | null = null,
  options: MigrateOptions = {},
): Promise<MigrationResult> {
  const { setting = programRole === null ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL' } = options;
  const client = await connectPrimary(url, setting, {
    application_name: 'tanren migrations',
    // The wait is longer than any migration that another node may be running.
    lock_timeout: 600_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    const { pending, unknown } = await compareMigrations(
      client,
      migrationsFolder,
      options.allowNewer === true,
    );
    // The migrator first creates its own schema, which a role without ownership may not even
    // attempt.
    if (pending > 0) await applyMigrations(client, migrationsFolder, pending);
    if (programRole !== null && unknown === 0) await grantProgram(client, programRole);
    return { applied: pending, unknown };
  } finally {
    await client.end();
  }
}

const insufficientPrivilege = '42501';

async function applyMigrations(client: pg.Client, migrationsFolder: string, pending: number) {
  try {
    await migrate(drizzle(client), { migrationsFolder });
  } catch (error) {
    const rejection = findPostgresRejection(error);
    // A missing right to create an extension has its own error message.
    const isOurs =
      rejection?.code === insufficientPrivilege && !rejection.message.includes('extension');
    if (!isOurs) throw error;
    throw new StartupError(
      `the database is ${pending} migration(s) behind this program, and the role ${client.user} may not change its tables: ` +
        `run "npm run migrate" as their owner (DATABASE_MIGRATION_URL)\n${quotePostgres(rejection)}`,
      { cause: error },
    );
  }
}

/**
 * Connects once with the program's account. The migrations used another account, so a wrong setting
 * would otherwise show only later.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = await connectPrimary(url, 'DATABASE_URL');
  await client.end();
}

/**
 * Compares the migrations of the database with those of the program. Drizzle looks only at the
 * newest applied migration, so it would silently skip an older one that is missing.
 */
async function compareMigrations(
  client: pg.Client,
  migrationsFolder: string,
  allowNewer: boolean,
): Promise<{ pending: number; unknown: number }> {
  const known = readMigrationFiles({ migrationsFolder }).map((m) => m.folderMillis);
  const applied = await readApplied(client);
  const unknown = applied.filter((time) => !known.includes(time)).length;
  if (unknown > 0 && !allowNewer) {
    throw new StartupError(
      `the database is newer than this program: it has ${unknown} migration(s) that this version does not know; ` +
        'start the newer version, or set DATABASE_ALLOW_NEWER=yes to go back by one release',
    );
  }
  const newest = Math.max(0, ...applied);
  const pending = known.filter((time) => !applied.includes(time));
  const skipped = pending.filter((time) => time < newest || unknown > 0);
  if (skipped.length > 0) {
    throw new StartupError(
      `the database lacks ${skipped.length} migration(s) older than its newest one; generate them again so that they come last`,
    );
  }
  return { pending: pending.length, unknown };
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

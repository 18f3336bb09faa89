import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { readDatabaseAddress } from '#database-address.ts';
import { StartupError } from '#startup-error.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { refuseReadOnly } from './bounded-client.ts';
import { describeConnectionFailure } from './connection-failure.ts';
import { findPrimary } from './find-primary.ts';
import { findPostgresRefusal, quotePostgres } from './postgres-failure.ts';
import { grantProgram } from './program-role.ts';

interface MigrateOptions {
  /** Where `url` comes from, for messages. */
  readonly setting?: string;
  /** Whether a program that is older than the schema may work on it. */
  readonly allowNewer?: boolean;
}

interface MigrationResult {
  readonly applied: number;
  /** Migrations in the database that this program does not know. */
  readonly unknown: number;
}

const connectMs = 10_000;

/**
 * Brings the schema up to date. Nodes that start together queue at a lock; the lock and
 * the migrations share one connection, so whoever dies in the middle frees the others
 * and leaves nothing half done (all pending migrations are one transaction).
 * With `programRole` the tables belong to whom `url` names, and that role gets what the program
 * needs of them. Where nothing is pending, no right but that of reading is needed.
 */
export async function migrateDatabase(
  url: string,
  migrationsFolder: string,
  programRole: string | null = null,
  options: MigrateOptions = {},
): Promise<MigrationResult> {
  const { setting = programRole === null ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL' } = options;
  const client = await connect(url, setting, {
    application_name: 'tanren migrations',
    // Longer than any migration another node may be busy with.
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
    // The migrator makes its schema first of all, which a role that owns nothing may not even try.
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
    const refusal = findPostgresRefusal(error);
    // An extension is no question of who owns the tables, and has a line of its own.
    const isOurs =
      refusal?.code === insufficientPrivilege && !refusal.message.includes('extension');
    if (!isOurs) throw error;
    throw new StartupError(
      `the database is ${pending} migration(s) behind this program, and the role ${client.user} may not change its tables: ` +
        `run "npm run migrate" as their owner (DATABASE_MIGRATION_URL)\n${quotePostgres(refusal)}`,
      { cause: error },
    );
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
    const server = await findServer(url);
    // Already here `pg` reads the files that a URL names for TLS.
    const client = new pg.Client({
      ...options,
      connectionString: server,
      connectionTimeoutMillis: connectMs,
    });
    client.on('error', () => undefined);
    await client.connect();
    await refuseReadOnly(client).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
    return client;
  } catch (error) {
    throw new StartupError(describeConnectionFailure(error, url, setting), { cause: error });
  }
}

async function findServer(url: string): Promise<string> {
  const address = readDatabaseAddress(url);
  if ('mistake' in address)
    throw new StartupError(`the address of the database ${address.mistake}`);
  const [first = '', ...others] = address.servers;
  return others.length === 0 ? first : await findPrimary(address.servers, connectMs);
}

/** Drizzle looks at the newest applied migration only, and would pass over what is refused here. */
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

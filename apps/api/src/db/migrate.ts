import { setTimeout as sleep } from 'node:timers/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { readProgramVersion } from '#config/program-version.ts';
import { StartupError } from '#config/startup-error.ts';
import { errorCode } from '#http/error-code.ts';
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

/** Maximum time to wait for another node that migrates, or for a lock on a table. */
const maxWaitMs = 600_000;
/** Maximum time that a node without pending migrations waits for one that grants rights. */
const maxGrantWaitMs = 5000;
/**
 * Maximum wait of a statement for its lock. Everything else that uses the table waits behind it,
 * for example behind the lock that `pg_dump` holds for hours.
 */
const lockTimeoutMs = 2000;
/** Pause before the next attempt, in which the calls that waited are answered. */
const retryMs = 3000;

/**
 * Applies all pending migrations, each in its own transaction. Nodes that start at the same time
 * wait for a lock. It ends with the connection, so a node that dies leaves no lock and no half of a
 * migration. With `programRole`, the tables belong to the role in `url`, and `programRole` is
 * granted the rights the program needs. Without pending migrations, reading suffices.
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
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const compare = async () =>
    await compareMigrations(client, migrationsFolder, options.allowNewer === true);
  try {
    // `npm run widen-ids` holds the lock for hours. A node that has nothing to migrate starts beside
    // it, and the rights have been granted before.
    const first = await compare();
    if (first.pending.length === 0) {
      const mayGrant = programRole !== null && first.unknown === 0;
      if (mayGrant && (await tryToLock(client, maxGrantWaitMs))) {
        await grantProgram(client, programRole);
      }
      return { applied: 0, unknown: first.unknown };
    }
    await lockMigrations(client);
    const { pending, unknown } = await compare();
    if (pending.length > 0) await applyMigrations(client, pending);
    if (programRole !== null && unknown === 0) await grantProgram(client, programRole);
    return { applied: pending.length, unknown };
  } finally {
    await client.end();
  }
}

/** Waits until no other node migrates. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  if (await tryToLock(client, maxWaitMs)) return;
  throw new StartupError('another node has been migrating the database for ten minutes');
}

/**
 * Returns whether the lock of the migrations became free in time. It asks again and again, because a
 * waiting statement has a snapshot, and `create index concurrently` on the other node would wait for
 * that.
 */
async function tryToLock(client: pg.Client, waitMs: number): Promise<boolean> {
  const take = 'select pg_try_advisory_lock($1) as taken';
  for (const startedAt = performance.now(); ; await sleep(200)) {
    const { rows } = await client.query<{ taken: boolean }>(take, [advisoryLocks.migrations]);
    if (rows[0]?.taken === true) return true;
    if (performance.now() - startedAt > waitMs) return false;
  }
}

const insufficientPrivilege = '42501';
const lockNotAvailable = '55P03';

async function applyMigrations(client: pg.Client, pending: readonly MigrationMeta[]) {
  await rejectUnfinishedCopies(client);
  try {
    await client.query(createJournal);
    for (const migration of pending) await applyMigration(client, migration);
  } catch (error) {
    const rejection = findPostgresRejection(error);
    // A missing right to create an extension has its own error message.
    const isOurs =
      rejection?.code === insufficientPrivilege && !rejection.message.includes('extension');
    if (!isOurs) throw error;
    throw new StartupError(
      `the database is ${pending.length} migration(s) behind this program (${readProgramVersion()}), and the role ${client.user} may not change its tables: ` +
        `run "npm run migrate" as their owner (DATABASE_MIGRATION_URL)\n${quotePostgres(rejection)}`,
      { cause: error },
    );
  }
}

/**
 * Throws while `npm run widen-ids` is unfinished. Its triggers and copies have the columns of the time
 * when it began, so a migration could break the writes of nodes or get lost in the swap.
 */
async function rejectUnfinishedCopies(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regnamespace('long_ids_copies')::text as found`,
  );
  if (!rows[0]?.found) return;
  throw new StartupError(
    'the database has copies of an unfinished "npm run widen-ids": finish it with the release that began it, ' +
      'or give it up with "drop schema long_ids_copies cascade"',
  );
}

/** The journal has the form that drizzle-kit creates. */
const createJournal = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;

async function applyMigration(client: pg.Client, migration: MigrationMeta): Promise<void> {
  const { sql: statements, hash, folderMillis } = migration;
  const run = async () => {
    for (const statement of statements) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, folderMillis],
    );
  };
  // It waits for other transactions but blocks none, and must not be inside one.
  if (statements.some((statement) => /\bindex concurrently\b/i.test(statement))) return run();
  await runBesideReaders(client, run);
}

/**
 * Runs a transaction that locks tables or rows, again and again while another transaction uses them for
 * longer. Between two attempts the calls that waited are answered.
 */
export async function runBesideReaders<T>(
  client: pg.Client,
  run: () => Promise<T>,
  { lockMs, pauseMs } = { lockMs: lockTimeoutMs, pauseMs: retryMs },
): Promise<T> {
  for (const startedAt = performance.now(); ; await sleep(pauseMs)) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockMs}`);
      const result = await run();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const isLate = performance.now() - startedAt > maxWaitMs;
      if (errorCode(error) !== lockNotAvailable || isLate) throw error;
    }
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
 * Compares the migrations of the database with those of the program. Releases are compared by the
 * newest migration, so an older one that is missing is rejected.
 */
export async function compareMigrations(
  client: pg.Client,
  migrationsFolder: string,
  allowNewer: boolean,
): Promise<{ pending: MigrationMeta[]; unknown: number }> {
  const migrations = readMigrationFiles({ migrationsFolder });
  const known = migrations.map((each) => each.folderMillis);
  const applied = await readApplied(client);
  const unknown = applied.filter((time) => !known.includes(time)).length;
  if (unknown > 0 && !allowNewer) {
    throw new StartupError(
      `the database is newer than this program (${readProgramVersion()}): it has ${unknown} migration(s) that this version does not know; ` +
        'start the newer version, or set DATABASE_ALLOW_NEWER=yes to go back by one release',
    );
  }
  const newest = Math.max(0, ...applied);
  const pending = migrations.filter((each) => !applied.includes(each.folderMillis));
  const skipped = pending.filter((each) => each.folderMillis < newest || unknown > 0);
  if (skipped.length > 0) {
    throw new StartupError(
      `the database lacks ${skipped.length} migration(s) older than its newest one; generate them again so that they come last`,
    );
  }
  return { pending, unknown };
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

import type pg from 'pg';
import { migrationsFolder } from '#config/paths.ts';
import { StartupError } from '#config/startup-error.ts';
import { connectPrimary } from '#db/connect-primary.ts';
import { compareMigrations, lockMigrations, runBesideReaders } from '#db/migrate.ts';
import { copies, copyRows, createCopy, createIndexes } from './copy-table.ts';
import { listNarrowTables, type NarrowTable } from './narrow-tables.ts';
import { outdated, swapTables, validateForeignKeys } from './swap-tables.ts';

/** Writers wait behind the lock for a new trigger. */
const triggerLock = { lockMs: 500, pauseMs: 3000 };

/** Called with each step, for an operator who waits for hours. */
type Report = (line: string) => void;

/**
 * Gives the ids of `longIdTables` 64 bits while nodes read and write. Each table is copied in small
 * batches beside a trigger that repeats new changes, and one short transaction swaps all of them. An
 * interrupted run continues. Returns the number of changed tables. `url` belongs to the owner of the
 * tables. The disk must hold these tables twice.
 */
export async function widenIds(url: string, setting: string, report: Report): Promise<number> {
  const client = await connectPrimary(url, setting, {
    application_name: 'tanren widen-ids',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  try {
    await lockMigrations(client);
    const { pending } = await compareMigrations(client, migrationsFolder, false);
    if (pending.length > 0) {
      throw new StartupError('the database is behind this program: run "npm run migrate" first');
    }
    const tables = await listNarrowTables(client);
    if (tables.length > 0) await widenTables(client, tables, report);
    await validateForeignKeys(client);
    await client.query(`drop schema if exists ${outdated} cascade`);
    await client.query(`drop schema if exists ${copies} cascade`);
    return tables.length;
  } finally {
    await client.end();
  }
}

async function widenTables(
  client: pg.Client,
  tables: readonly NarrowTable[],
  report: Report,
): Promise<void> {
  await client.query(`create schema if not exists ${copies}`);
  await client.query(`create schema if not exists ${outdated}`);
  await client.query(`create table if not exists ${copies}.progress
    (name text primary key, after text[] not null default '{}', done boolean not null default false)`);
  for (const table of tables) {
    await runBesideReaders(client, async () => await createCopy(client, table), triggerLock);
  }
  for (const { name } of tables) {
    report(`${name}: copying rows`);
    const copied = await copyRows(client, name);
    report(`${name}: ${copied} rows copied, building indexes`);
    await createIndexes(client, name);
  }
  report('swapping the tables');
  await swapTables(
    client,
    tables.map(({ name }) => name),
  );
  report('checking the foreign keys');
}

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '#http/error-code.ts';
import { BackupError } from './backup-error.ts';
import type { Part } from './backup-frames.ts';
import { once, readClusterFiles, readWalFiles } from './cluster-files.ts';
import { countRows, listTables, readMigrations, type RowCounts } from './row-counts.ts';

interface ClusterSource {
  /** URL of the superuser to the database of the program. */
  readonly adminUrl: string;
  /** PostgreSQL's data folder. */
  readonly data: string;
}

/** Facts about a backup that are known after its parts were read. */
export interface DatabaseFacts {
  readonly rows: RowCounts;
  readonly migrations: { readonly count: number; readonly newest: number };
  readonly postgres: string;
}

/**
 * Reads the files of a running server by PostgreSQL's low-level backup API. The files change while
 * they are copied. The write-ahead log from the start to the end of the backup, which is copied
 * too, restores them to one state: that at the end. A temporary replication slot prevents the
 * recycling of that log. Slot and backup mode end with the connection.
 */
export async function* readCluster(
  { adminUrl, data }: ClusterSource,
  onFacts: (facts: DatabaseFacts) => void,
): AsyncGenerator<Part> {
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({
      connectionString: adminUrl,
      application_name: 'tanren backup',
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const client = await connect();
    await beginBackup(client, data);
    yield* readClusterFiles(data);
    const { label, last, snapshot } = await endBackup(client, await connect(), await connect());
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
    if (first === undefined) throw new Error('backup_label names no file');
    yield { name: 'backup_label', content: once(Buffer.from(label)) };
    yield* readWalFiles(data, first, last);
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    onFacts({
      rows: await countRows(snapshot),
      migrations: await readMigrations(snapshot),
      postgres: rows[0]?.version ?? '',
    });
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function beginBackup(client: pg.Client, data: string): Promise<void> {
  const { rows } = await client.query<{ level: string }>(
    `select current_setting('wal_level') as level`,
  );
  if (rows[0]?.level === 'minimal') {
    throw new BackupError(
      'the running server was started by a version that could not be backed up: start it anew first',
    );
  }
  if ((await readdir(path.join(data, 'pg_tblspc'))).length > 0) {
    throw new BackupError('the database has tablespaces, which a backup cannot hold: use --dump');
  }
  await client.query(
    `select pg_create_physical_replication_slot('tanren_backup_' || pg_backend_pid(), true, true)`,
  );
  await client.query(`select pg_backup_start('tanren', fast => true)`);
}

interface EndOfBackup {
  readonly label: string;
  readonly last: string;
  /** Connection that sees exactly the state that the backup restores. */
  readonly snapshot: pg.Client;
}

/** Maximum number of attempts to get the lock. Each delays writers for less than a second. */
const tries = 30;

/**
 * Ends the backup and takes the snapshot in which rows are counted. The counts are exact only if no
 * row changes in between, so writers wait for some milliseconds at a lock that readers do not
 * notice. The counting itself happens after the lock is released.
 */
async function endBackup(
  client: pg.Client,
  locking: pg.Client,
  snapshot: pg.Client,
): Promise<EndOfBackup> {
  const tables = (await listTables(client)).join(', ');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await locking.query('begin isolation level repeatable read');
      // Other transactions wait less than the second after which PostgreSQL looks for a deadlock.
      // If there is one, this transaction gives way. A vacuum gives way to this transaction.
      await locking.query(`set local statement_timeout = '700ms'`);
      await locking.query(`set local deadlock_timeout = '50ms'`);
      if (tables !== '') await locking.query(`lock table ${tables} in share mode`);
      break;
    } catch (error) {
      await locking.query('rollback');
      const busy = ['57014', '40P01'].includes(errorCode(error) ?? '');
      if (!busy) throw error;
      if (attempt === tries) {
        throw new BackupError('the database was too busy to end the backup: try again later', {
          cause: error,
        });
      }
      await sleep(200 + Math.random() * 300);
    }
  }
  try {
    const exported = await locking.query<{ id: string }>('select pg_export_snapshot() as id');
    await snapshot.query('begin isolation level repeatable read read only');
    const id = pg.escapeLiteral(exported.rows[0]?.id ?? '');
    await snapshot.query(`set transaction snapshot ${id}`);
    // The first query takes the snapshot.
    await snapshot.query('select 1');
    const { rows } = await client.query<{ label: string; last: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as last
       from pg_backup_stop(wait_for_archive => false)`,
    );
    const [stopped] = rows;
    if (stopped === undefined) throw new Error('pg_backup_stop answered nothing');
    return { ...stopped, snapshot };
  } finally {
    await locking.query('rollback').catch(() => undefined);
  }
}

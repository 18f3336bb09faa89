import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { provideBinaries } from '#embedded/postgres/binaries.ts';
import { type ClusterLocation, findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import {
  findRunningPostmaster,
  killOrphans,
  stopPostmaster,
} from '#embedded/postgres/postmaster.ts';
import { sql } from '#test/support/database.ts';
import { makePreparedDataDir } from '#test/support/server/scratch-folder.ts';
import { findFreePort } from '#embedded/free-port.ts';

const run = promisify(execFile);

interface ReplicatedDatabase {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** The address for the superuser on the standby. */
  readonly standbyAdminUrl: string;
  promoteStandby(): Promise<void>;
  /** Kills the standby like a power cut. */
  killStandby(): Promise<void>;
  /** Starts the standby again on its port. */
  startStandby(): Promise<void>;
}

/**
 * Starts a primary and its standby. The embedded PostgreSQL comes without pg_basebackup, so the
 * copy uses the functions that pg_basebackup uses.
 */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const dataDir = await makePreparedDataDir();
  const primary = await startEmbeddedPostgres({
    dataDir,
    settings: { wal_level: 'replica', max_wal_senders: '4', fsync: 'off' },
  });
  onTestFinished(() => primary.stop());
  const location = await findClusterLocation(dataDir);
  const data = path.join(location.home, 'standby');
  await copyRunningCluster(primary.adminUrl, location, data);
  const port = await findFreePort();
  const start = () => startStandby(location, data, port, primary.adminUrl);
  await start();
  await expect
    .poll(() => sql(primary.adminUrl, 'select state from pg_stat_replication'))
    .toEqual([{ state: 'streaming' }]);

  const { host } = new URL(primary.url);
  const at = (url: string) => url.replace(host, `127.0.0.1:${port}`);
  return {
    primaryUrl: primary.url,
    standbyUrl: at(primary.url),
    standbyAdminUrl: at(primary.adminUrl),
    killStandby: () => killCluster(data),
    startStandby: start,
    async promoteStandby() {
      expect(await sql(at(primary.adminUrl), 'select pg_promote() as done')).toEqual([
        { done: true },
      ]);
    },
  };
}

async function killCluster(data: string): Promise<void> {
  const postmaster = await findRunningPostmaster(data);
  process.kill(postmaster?.pid ?? Number.NaN, 'SIGKILL');
  while ((await findRunningPostmaster(data)) !== null) await sleep(10);
  await killOrphans(data);
}

async function copyRunningCluster(
  adminUrl: string,
  { data, account }: ClusterLocation,
  copy: string,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  // Both calls use one session, because the backup ends with it.
  await admin.query(`select pg_backup_start('standby', fast => true)`);
  await run('cp', ['-a', data, copy]);
  const { rows } = await admin.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  );
  await admin.end();
  await rm(path.join(copy, 'postmaster.pid'));
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(path.join(copy, name), text, { mode: 0o600 });
    if (account !== null) await chown(path.join(copy, name), account.uid, account.gid);
  }
}

async function startStandby(
  location: ClusterLocation,
  data: string,
  port: number,
  primaryUrl: string,
): Promise<void> {
  const { account, home, control } = location;
  const { postgres } = await provideBinaries(account, control);
  const { port: primaryPort } = new URL(primaryUrl);
  const password = await readFile(path.join(control, 'password'), 'utf8');
  const socketFolder = path.join(home, 'sockets');
  await mkdir(socketFolder, { mode: 0o755, recursive: true });
  if (account !== null) await chown(socketFolder, account.uid, account.gid);
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder,
    max_connections: '40',
    max_wal_senders: '4',
    fsync: 'off',
    // A standby retries this often when its primary is gone.
    wal_retrieve_retry_interval: '100ms',
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', data, ...flags], {
    ...account,
    cwd: '/',
    env: {},
    detached: true,
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    if (child.pid !== undefined) await stopPostmaster(child.pid, data);
  });
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject, onTestFinished } from 'vitest';
import { migrateDatabase } from '#db/migrate.ts';
import { programRole, startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { findRunningPostmaster, stopPostmaster } from '#embedded/postgres/postmaster.ts';
import { migrationsFolder } from '#paths.ts';

const run = promisify(execFile);

/**
 * A DATA_DIR whose PostgreSQL is initialised, migrated and stopped: a copy of it saves a test
 * `initdb` and all migrations.
 */
export async function prepareCluster(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tanren-cluster-'));
  // As root the database runs under another account, which must be able to enter.
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data-dir');
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  await migrateDatabase(postgres.ownerUrl, migrationsFolder, programRole);
  await postgres.stop();
  return dataDir;
}

export async function copyCluster(prepared: string, dataDir: string): Promise<void> {
  await mkdir(path.dirname(dataDir), { recursive: true });
  // Unlike `fs.cp` it keeps the owner.
  await run('cp', ['-a', prepared, dataDir]);
}

export async function removeCluster(prepared: string): Promise<void> {
  await rm(path.dirname(prepared), { recursive: true, force: true });
}

/** Stops whatever server runs on the DATA_DIR and deletes both, wherever the data lies. */
export async function removeDatabase(dataDir: string): Promise<void> {
  if (existsSync(path.join(dataDir, 'postgres'))) {
    const { home, data } = await findClusterLocation(dataDir);
    await stopServerIn(data);
    await rm(home, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

export async function stopServerIn(data: string): Promise<void> {
  const postmaster = await findRunningPostmaster(data).catch(() => null);
  if (postmaster !== null) await stopPostmaster(postmaster.pid, data);
}

/** A folder for one test. An embedded server that still runs on its `data-dir` is stopped first. */
export async function makeScratchFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'tanren-scratch-'));
  await chmod(folder, 0o755);
  onTestFinished(async () => {
    await removeDatabase(path.join(folder, 'data-dir'));
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A DATA_DIR for one test in which the program finds a migrated database. */
export async function makePreparedDataDir(): Promise<string> {
  const dataDir = path.join(await makeScratchFolder(), 'data-dir');
  await copyCluster(inject('preparedCluster'), dataDir);
  return dataDir;
}

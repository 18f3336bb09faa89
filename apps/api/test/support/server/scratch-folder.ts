import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject, onTestFinished } from 'vitest';
import { migrateDatabase } from '#db/migrate.ts';
import { programRole, startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { findRunningPostmaster, stopPostmaster } from '#embedded/postgres/postmaster.ts';
import { migrationsFolder } from '#config/paths.ts';

const run = promisify(execFile);

/**
 * Creates a DATA_DIR whose PostgreSQL is initialised, migrated and stopped, with the keys of the
 * user pool. A copy of it saves a test `initdb`, all migrations and the generation of an RSA key.
 */
export async function prepareCluster(userPoolKeys: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tanren-cluster-'));
  // Root's database runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data-dir');
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  await migrateDatabase(postgres.ownerUrl, migrationsFolder, programRole);
  await postgres.stop();
  await writeFile(path.join(dataDir, 'user-pool-keys.json'), userPoolKeys, { mode: 0o600 });
  return dataDir;
}

export async function copyCluster(prepared: string, dataDir: string): Promise<void> {
  await mkdir(path.dirname(dataDir), { recursive: true });
  // Unlike `fs.cp`, `cp -a` keeps the owner.
  await run('cp', ['-a', prepared, dataDir]);
}

/** Copies a prepared cluster to the place where this DATA_DIR has its database. */
export async function placeCluster(dataDir: string, outsideRoot: string): Promise<void> {
  const { control, data } = await findClusterLocation(dataDir, outsideRoot);
  const prepared = path.join(inject('preparedCluster'), 'postgres');
  await run('cp', ['-a', path.join(prepared, 'data'), data]);
  const passwords = (await readdir(prepared)).filter((name) => name.endsWith('password'));
  await run('cp', ['-a', ...passwords.map((name) => path.join(prepared, name)), control]);
}

export async function removeCluster(prepared: string): Promise<void> {
  await rm(path.dirname(prepared), { recursive: true, force: true });
}

/** Stops any server that runs on the DATA_DIR and deletes its data, wherever that is. */
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

/**
 * Creates a folder for one test. An embedded server on its `data-dir` is stopped before removal.
 */
export async function makeScratchFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'tanren-scratch-'));
  await chmod(folder, 0o755);
  onTestFinished(async () => {
    await removeDatabase(path.join(folder, 'data-dir'));
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Creates a DATA_DIR with a migrated database for one test. */
export async function makePreparedDataDir(): Promise<string> {
  const dataDir = path.join(await makeScratchFolder(), 'data-dir');
  await copyCluster(inject('preparedCluster'), dataDir);
  return dataDir;
}

import { chmod, type FileHandle, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Config } from '#config/config.ts';
import { readOwnersServer } from '#db/connect-primary.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { readEmbeddedVersion } from '#embedded/postgres/binaries.ts';
import {
  defaultOutsideRoot,
  findClusterLocation,
  findKnownHome,
} from '#embedded/postgres/cluster-location.ts';
import { startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { findRunningPostmaster } from '#embedded/postgres/postmaster.ts';
import { markRestore } from '#embedded/postgres/unfinished-restore.ts';
import { errorCode } from '#http/error-code.ts';
import { migrationsFolder } from '#config/paths.ts';
import { BackupError } from './backup-error.ts';
import { connect, dumpPart, type DumpTools, rejectTables, restoreDump } from './database-dump.ts';
import { checkKeyFiles, writeKeyFiles } from './key-files.ts';
import { majorOf, type Manifest } from './manifest.ts';
import { checkBackupFile, type Passphrase, readParts } from './read-backup-file.ts';
import { restoreCluster } from './restore-cluster.ts';
import { countRows, describeDifference } from './row-counts.ts';
import type { KeyFiles } from './sealed-keys.ts';

interface RestoreOrder {
  readonly file: FileHandle;
  /** `null` to restore without keys. */
  readonly passphrase: Passphrase;
  readonly tools: DumpTools;
}

type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseMigrationUrl'>;

/** Restores a complete backup into an empty place. Throws in all other cases. */
export async function restoreBackup(order: RestoreOrder, target: Target): Promise<Manifest> {
  const { dataDir } = target;
  const url = readOwnersServer(target);
  if (url === null || order.passphrase !== null) await rejectUsedFolder(dataDir);
  if (url !== null) await rejectTables(url);
  const { manifest, keys } = await checkBackup(order);
  if (url === null) {
    await restoreIntoFolder(order, { manifest, keys, dataDir });
    return manifest;
  }
  if (manifest.kind === 'cluster') {
    throw new BackupError(
      'this is a backup of an embedded database: unset DATABASE_URL, or make one by npm run backup -- --dump',
    );
  }
  await writeKeyFiles(dataDir, keys ?? new Map());
  await restoreIntoDatabase(order, manifest, url);
  await compare(url, manifest, keys);
  return manifest;
}

/**
 * Restores into a temporary folder, starts the database there, compares it and deletes the folder.
 */
export async function verifyBackup(order: RestoreOrder): Promise<Manifest> {
  const { manifest, keys } = await checkBackup(order);
  const scratch = await mkdtemp(path.join(tmpdir(), 'tanren-verify-'));
  // The database of root runs under another account, which must be able to enter the folder.
  await chmod(scratch, 0o711);
  const dataDir = path.join(scratch, 'data-dir');
  try {
    const settings = { fsync: 'off' };
    await restoreIntoFolder(order, { manifest, keys, dataDir, settings });
    return manifest;
  } finally {
    await removeFolder(dataDir);
    await rm(scratch, { recursive: true, force: true });
  }
}

async function checkBackup({ file, passphrase }: RestoreOrder) {
  const checked = await checkBackupFile(file, passphrase);
  const { manifest } = checked;
  if (passphrase !== null && checked.keys === null) {
    throw new BackupError(
      'the backup has no keys: say --without-keys, and bring them from elsewhere',
    );
  }
  const known = readMigrationFiles({ migrationsFolder }).map((each) => each.folderMillis);
  const { newest } = manifest.migrations;
  if (newest !== 0 && !known.includes(newest)) {
    throw new BackupError(
      `the backup was made by a newer version of this program (${manifest.program}): restore it with that one`,
    );
  }
  const embedded = await readEmbeddedVersion();
  if (manifest.kind === 'cluster' && majorOf(manifest.postgres) !== majorOf(embedded)) {
    throw new BackupError(
      `the backup is of PostgreSQL ${manifest.postgres}, this program brings ${majorOf(embedded)}: ` +
        'restore it with the version that made it, and take it from there by npm run backup -- --dump',
    );
  }
  return checked;
}

async function rejectUsedFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return;
  const home = await findKnownHome(dataDir, defaultOutsideRoot);
  const inUse = home !== null && (await findRunningPostmaster(path.join(home, 'data'))) !== null;
  throw new BackupError(
    `DATA_DIR ${dataDir} is ${inUse ? 'in use' : 'not empty'}: ` +
      'set DATA_DIR to a new folder; nothing is ever restored over another database',
  );
}

interface FolderRestore {
  readonly manifest: Manifest;
  readonly keys: KeyFiles | null;
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
}

async function restoreIntoFolder(order: RestoreOrder, restore: FolderRestore): Promise<void> {
  const { manifest, keys, dataDir, settings = {} } = restore;
  try {
    const location = await findClusterLocation(dataDir);
    const unmark = await markRestore(location.control);
    if (manifest.kind === 'cluster') await restoreCluster(order.file, location);
    await writeKeyFiles(dataDir, keys ?? new Map());
    const server = await startEmbeddedPostgres({ dataDir, settings, restoring: true });
    try {
      if (manifest.kind === 'dump') await restoreIntoDatabase(order, manifest, server.ownerUrl);
      const url = new URL(server.adminUrl);
      url.pathname = new URL(server.ownerUrl).pathname;
      await compare(url.href, manifest, keys);
    } finally {
      await server.stop();
    }
    await unmark();
  } catch (error) {
    await removeFolder(dataDir);
    if (errorCode(error) !== 'ENOSPC') throw error;
    throw new BackupError(`the disk of ${dataDir} is full: make room and restore again`, {
      cause: error,
    });
  }
}

async function restoreIntoDatabase(
  { file, tools }: RestoreOrder,
  manifest: Manifest,
  url: string,
): Promise<void> {
  const version = manifest.pgDump ?? majorOf(manifest.postgres);
  await readParts(file, async (name) =>
    name === dumpPart ? await restoreDump(url, tools, version) : null,
  );
}

/** Throws unless the restored data matches the manifest. */
async function compare(url: string, manifest: Manifest, keys: KeyFiles | null): Promise<void> {
  const client = await connect(url);
  try {
    const difference = describeDifference(manifest.rows, await countRows(client));
    if (difference !== null) {
      throw new BackupError(`what was restored is not what was backed up: ${difference}`);
    }
  } finally {
    await client.end();
  }
  if (keys === null) return;
  const db = openDatabase(url);
  try {
    await checkKeyFiles(db, keys);
  } finally {
    await closeDatabase(db);
  }
}

/** Empties the folder after a failed restore or a verification. It was empty before. */
async function removeFolder(dataDir: string): Promise<void> {
  const home = await findKnownHome(dataDir, defaultOutsideRoot).catch(() => null);
  if (home !== null) await rm(home, { recursive: true, force: true });
  const names = await readdir(dataDir).catch(() => []);
  for (const name of names) await rm(path.join(dataDir, name), { recursive: true, force: true });
}

import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrateDatabase } from '#db/migrate.ts';
import { programRole } from '#embedded/application-database.ts';
import { startEmbeddedPostgres } from '#embedded/postgres.ts';
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

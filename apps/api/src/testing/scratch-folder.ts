import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { copyCluster } from './prepared-cluster.ts';
import { removeDatabase } from './remove-database.ts';

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

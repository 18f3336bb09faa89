import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findClusterPlace } from '#embedded/cluster-place.ts';
import { findRunningPostmaster, stopPostmaster } from '#embedded/postmaster.ts';

/** Stops whatever server runs on the DATA_DIR and deletes both, wherever the data lies. */
export async function removeDatabase(dataDir: string): Promise<void> {
  if (existsSync(path.join(dataDir, 'postgres'))) {
    const { home, data } = await findClusterPlace(dataDir);
    await stopServerIn(data);
    await rm(home, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

export async function stopServerIn(data: string): Promise<void> {
  const postmaster = await findRunningPostmaster(data).catch(() => null);
  if (postmaster !== null) await stopPostmaster(postmaster.pid, data);
}

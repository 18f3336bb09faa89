import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findClusterPlace } from '#embedded/cluster-place.ts';
import { connectionUrl } from '#embedded/connection-url.ts';
import { readPostmaster } from '#embedded/postmaster.ts';

/** How to reach the server that a program runs on this DATA_DIR, or ran. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const { control, data } = await findClusterPlace(dataDir);
  const password = await readFile(path.join(control, 'password'), 'utf8');
  const postmaster = await readPostmaster(data);
  return connectionUrl('postgres', password, postmaster?.port ?? 0, 'tanren');
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { applicationName } from './application-database.ts';
import { findClusterPlace } from './cluster-place.ts';
import { connectionUrl } from './connection-url.ts';
import { startEmbeddedPostgres } from './postgres.ts';
import { findRunningPostmaster } from './postmaster.ts';

export interface VisitedPostgres {
  readonly url: string;
  /** Whether a server process has it open, which has then brought it up to date. */
  readonly inUse: boolean;
  leave(): Promise<void>;
}

/** The database of a DATA_DIR for a short command, beside a server that runs on it or alone. */
export async function visitEmbeddedPostgres(dataDir: string): Promise<VisitedPostgres> {
  const { control, data } = await findClusterPlace(dataDir);
  const running = await findRunningPostmaster(data);
  if (running?.ready === true) {
    const password = await readFile(path.join(control, 'password'), 'utf8');
    const url = connectionUrl(applicationName, password, running.port, applicationName);
    return { url, inUse: true, leave: async () => {} };
  }
  const own = await startEmbeddedPostgres({ dataDir });
  return { url: own.url, inUse: false, leave: () => own.stop() };
}

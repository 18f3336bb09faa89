import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { applicationName, programRole } from './application-database.ts';
import { findClusterPlace } from './cluster-place.ts';
import { connectionUrl } from './connection-url.ts';
import { programPasswordFile, startEmbeddedPostgres } from './postgres.ts';
import { findRunningPostmaster } from './postmaster.ts';

export interface VisitedPostgres {
  readonly url: string;
  /** For the migrations; null when a server process has it open, which has then done them. */
  readonly ownerUrl: string | null;
  leave(): Promise<void>;
}

/** The database of a DATA_DIR for a short command, beside a server that runs on it or alone. */
export async function visitEmbeddedPostgres(dataDir: string): Promise<VisitedPostgres> {
  const { control, data } = await findClusterPlace(dataDir);
  const running = await findRunningPostmaster(data);
  if (running?.ready === true) {
    const password = await readFile(path.join(control, programPasswordFile), 'utf8');
    const url = connectionUrl(programRole, password, running.port, applicationName);
    return { url, ownerUrl: null, leave: async () => {} };
  }
  const own = await startEmbeddedPostgres({ dataDir });
  return { url: own.url, ownerUrl: own.ownerUrl, leave: () => own.stop() };
}

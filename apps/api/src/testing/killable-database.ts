import { setTimeout as sleep } from 'node:timers/promises';
import { findClusterPlace } from '#embedded/cluster-place.ts';
import { startEmbeddedPostgres } from '#embedded/postgres.ts';
import { findRunningPostmaster, killOrphans } from '#embedded/postmaster.ts';
import { layCable } from './network-cable.ts';
import { makePreparedDataDir } from './scratch-folder.ts';

export interface KillableDatabase {
  /** The same before and after. */
  readonly url: string;
  /** Every process of it at once, as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A PostgreSQL of one test's own that writes to the disk as in earnest. */
export async function startKillableDatabase(): Promise<KillableDatabase> {
  const dataDir = await makePreparedDataDir();
  const startHere = () => startEmbeddedPostgres({ dataDir });
  let postgres = await startHere();
  // Each start takes another port.
  const cable = await layCable(() => Number(new URL(postgres.url).port));
  const url = new URL(postgres.url);
  url.port = String(cable.port);
  const { data } = await findClusterPlace(dataDir);
  return {
    url: url.href,
    kill: async () => {
      const postmaster = await findRunningPostmaster(data);
      if (postmaster === null) return;
      process.kill(postmaster.pid, 'SIGKILL');
      while ((await findRunningPostmaster(data)) !== null) await sleep(10);
      await killOrphans(data);
    },
    start: async () => {
      postgres = await startHere();
    },
  };
}

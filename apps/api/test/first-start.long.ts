import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test, vi } from 'vitest';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { runServer } from './support/server/running-server.ts';
import { killServer } from './support/failures.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

const firstStarts = 20;
const bundle = inject('programs').server;

/** Returns whether a first start has reached `initdb` or got past it. */
async function hasBegun(dataDir: string): Promise<boolean> {
  const { home } = await findClusterLocation(dataDir);
  return (await readdir(home)).some((name) => name.startsWith('draft-') || name === 'data');
}

test(
  `a first start survives ${firstStarts} kill -9`,
  { timeout: 60_000 + firstStarts * 30_000 },
  async () => {
    const dataDir = path.join(await makeScratchFolder(), 'data-dir');
    for (let round = 0; round < firstStarts; round += 1) {
      const server = runServer(bundle.main, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
      await vi.waitUntil(() => hasBegun(dataDir), { timeout: 30_000, interval: 5 });
      // Every other kill is likely to hit initdb, the rest any later step of the start.
      const longest = round % 2 === 0 ? 1500 : 300;
      await Promise.race([sleep(Math.random() * longest), server.ready]);
      await killServer(server, dataDir, round % 4 === 3 ? 'program' : 'every process');
    }
    const server = runServer(bundle.main, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect((await server.exited).code).toBe(0);
  },
);

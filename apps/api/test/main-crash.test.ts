import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { embeddedUrl, type RunningServer, runServer } from './support/server/running-server.ts';
import { bySize, killScopes, type KillScope, killServer } from './support/failures.ts';
import { makePreparedDataDir, makeScratchFolder } from './support/server/scratch-folder.ts';
import { sql } from './support/database.ts';

/** The short run covers every process in failures.test.ts and the program alone in main.test.ts. */
const scopes = bySize<readonly KillScope[]>(['program and postmaster'], killScopes);
const rounds = bySize(scopes.length, 20);
const firstStarts = bySize(1, 20);
const bundle = inject('programs').server;

interface Writer {
  readonly acknowledged: number[];
  /** Resolves when its connection breaks. */
  readonly ended: Promise<void>;
}

/** Inserts rows until the server is gone, and records each acknowledged one. */
function startWriter(url: string, firstId: number): Writer {
  const acknowledged: number[] = [];
  const write = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    for (let id = firstId; ; id += 1) {
      await client.query('insert into written (id) values ($1)', [id]);
      acknowledged.push(id);
    }
  };
  return { acknowledged, ended: write().catch(() => undefined) };
}

async function startAndCheck(dataDir: string): Promise<RunningServer> {
  const server = runServer(bundle.main, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const address = await server.ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  return server;
}

test(
  `loses nothing acknowledged in ${rounds} kill -9 while writing, and every start works`,
  { timeout: 60_000 + rounds * 30_000 },
  async () => {
    const dataDir = await makePreparedDataDir();
    const acknowledged: number[] = [];
    let server = await startAndCheck(dataDir);
    await sql(await embeddedUrl(dataDir), 'create table written (id int primary key)');
    for (let round = 0; round < rounds; round += 1) {
      const writer = startWriter(await embeddedUrl(dataDir), round * 1_000_000);
      await vi.waitUntil(() => writer.acknowledged.length > 1, { timeout: 30_000, interval: 5 });
      await sleep(Math.random() * 1000);
      await killServer(server, dataDir, scopes[round % scopes.length] ?? 'program');
      server = await startAndCheck(dataDir);
      await writer.ended;
      acknowledged.push(...writer.acknowledged);
      const rows = await sql<{ id: number }>(await embeddedUrl(dataDir), 'select id from written');
      const stored = new Set(rows.map((row) => row.id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }
    expect(acknowledged.length).toBeGreaterThan(rounds);
    server.child.kill('SIGTERM');
    expect((await server.exited).code).toBe(0);
  },
);

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
    const server = await startAndCheck(dataDir);
    server.child.kill('SIGTERM');
    expect((await server.exited).code).toBe(0);
  },
);

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import {
  findRunningPostmaster,
  killOrphans,
  readPostmaster,
} from '#embedded/postgres/postmaster.ts';
import type { RunningServer } from './server/running-server.ts';
import { makePreparedDataDir } from './server/scratch-folder.ts';

/**
 * Chooses the size of storms, kills and faults: `npm run test:long` runs the full one, `npm test`
 * one that is just large enough to reach the same bounds.
 */
export function bySize<T>(short: T, full: T): T {
  return process.env['TEST_LONG'] === '1' ? full : short;
}

/** Returns the reason of the rejection, or `null` if the promise resolves. */
export async function failureOf(running: Promise<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([running]);
  return outcome.status === 'rejected' ? outcome.reason : null;
}

export const killScopes = ['program', 'program and postmaster', 'every process'] as const;
export type KillScope = (typeof killScopes)[number];

/** Kills a server as a power cut, an impatient operator or the out-of-memory killer would. */
export async function killServer(
  server: RunningServer,
  dataDir: string,
  scope: KillScope,
): Promise<void> {
  const pids = scope === 'program' ? [] : await findServerProcesses(dataDir);
  const children = server.child.pid === undefined ? [] : await readChildren(server.child.pid);
  if (scope === 'every process') {
    // The child is initdb until there is a postmaster.
    const grandchildren = await Promise.all([...pids, ...children].map(readChildren));
    pids.push(...children, ...grandchildren.flat());
  }
  server.child.kill('SIGKILL');
  for (const pid of pids) killIfThere(pid);
  await server.exited;
}

async function findServerProcesses(dataDir: string): Promise<number[]> {
  const { data } = await findClusterLocation(dataDir);
  const postmaster = await readPostmaster(data);
  return postmaster === null ? [] : [postmaster.pid];
}

/** Lists the processes that this one has started. */
export async function readChildren(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}

export function killIfThere(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

interface StallingProxy {
  readonly port: number;
  /** Stops all bytes without closing a connection, as if a cable had been pulled. */
  stall(): void;
  /** Lets new connections work again. The old ones stay silent for ever. */
  bypass(): void;
  /** Closes the old connections with all bytes in transit. New ones work again. */
  resume(): void;
}

/** Forwards bytes to a local port, which may change, and can stall. It is closed after the test. */
export async function startStallingProxy(targetPort: () => number): Promise<StallingProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  let stalls = 0;
  const server = createServer((near) => {
    track(near);
    if (isStalled) return;
    const stallsBefore = stalls;
    const far = connect(targetPort(), '127.0.0.1');
    track(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (stalls === stallsBefore) to.write(chunk);
      });
      from.once('close', () => {
        if (stalls === stallsBefore) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    closeAll();
  });
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      isStalled = true;
      stalls += 1;
    },
    bypass: () => {
      isStalled = false;
    },
    resume: () => {
      isStalled = false;
      closeAll();
    },
  };
}

interface KillableDatabase {
  /** The address, which stays the same when the server is started again. */
  readonly url: string;
  /** Kills all of its processes at once, like a power cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a PostgreSQL for one test that syncs its writes to the disk, unlike the shared server. */
export async function startKillableDatabase(): Promise<KillableDatabase> {
  const dataDir = await makePreparedDataDir();
  const startHere = () => startEmbeddedPostgres({ dataDir });
  let postgres = await startHere();
  // Each start uses another port. The address of the proxy stays the same.
  const proxy = await startStallingProxy(() => Number(new URL(postgres.url).port));
  const url = new URL(postgres.url);
  url.port = String(proxy.port);
  const { data } = await findClusterLocation(dataDir);
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

interface BreakingProxy {
  readonly port: number;
  /** Breaks every connection, and new ones too, until `mend`. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

/** Opens the database for one test through a line that can be cut. */
export async function openDistantDatabase(url: string) {
  const through = new URL(url);
  const line = await startBreakingProxy(Number(through.port));
  onTestFinished(line.close);
  through.host = `127.0.0.1:${line.port}`;
  through.search = '';
  const db = openDatabase(through.href);
  onTestFinished(() => closeDatabase(db));
  return { db, line };
}

/** Forwards bytes to a local port, and can break its connections. */
async function startBreakingProxy(port: number): Promise<BreakingProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    if (isCut) {
      near.destroy();
      return;
    }
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

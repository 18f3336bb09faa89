import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { findClusterPlace } from '#embedded/postgres/cluster-place.ts';
import { startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import {
  findRunningPostmaster,
  killOrphans,
  readPostmaster,
} from '#embedded/postgres/postmaster.ts';
import type { RunningServer } from './running-server.ts';
import { makePreparedDataDir } from './scratch-folder.ts';

export const killScopes = ['program', 'program and postmaster', 'every process'] as const;
export type KillScope = (typeof killScopes)[number];

/** As a power cut, an impatient operator or the kernel's memory watch would. */
export async function killServer(
  server: RunningServer,
  dataDir: string,
  scope: KillScope,
): Promise<void> {
  const pids = scope === 'program' ? [] : await findServerProcesses(dataDir);
  const children = server.child.pid === undefined ? [] : await readChildren(server.child.pid);
  if (scope === 'every process') {
    // Before there is a postmaster, the child is initdb.
    const grandchildren = await Promise.all([...pids, ...children].map(readChildren));
    pids.push(...children, ...grandchildren.flat());
  }
  server.child.kill('SIGKILL');
  for (const pid of pids) killIfThere(pid);
  await server.exited;
}

async function findServerProcesses(dataDir: string): Promise<number[]> {
  const { data } = await findClusterPlace(dataDir);
  const postmaster = await readPostmaster(data);
  return postmaster === null ? [] : [postmaster.pid];
}

async function readChildren(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went by itself.
  }
}

interface NetworkCable {
  readonly port: number;
  /** Nothing arrives any more and nobody is told, new connections included. */
  pull(): void;
  /** What hung on the old connections is lost with them. */
  plugIn(): void;
}

/** A stretch of network to a port of this machine, which may change; gone after the test. */
export async function layCable(targetPort: () => number): Promise<NetworkCable> {
  const sockets = new Set<Socket>();
  let isPulled = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isPulled) return;
    const far = connect(targetPort(), '127.0.0.1');
    keep(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (!isPulled) to.write(chunk);
      });
      from.once('close', () => {
        if (!isPulled) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    hangUp();
  });
  return {
    port: (server.address() as AddressInfo).port,
    pull: () => {
      isPulled = true;
    },
    plugIn: () => {
      isPulled = false;
      hangUp();
    },
  };
}

interface KillableDatabase {
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

interface CuttableLine {
  readonly port: number;
  /** Every connection breaks, and new ones with it, until it is mended. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

/** A way to a server on this machine that can be cut and mended, like a cable. */
export async function openCuttableLine(findPort: () => number): Promise<CuttableLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(findPort(), '127.0.0.1');
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

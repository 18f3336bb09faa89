import { readFile } from 'node:fs/promises';
import { findClusterPlace } from '#embedded/cluster-place.ts';
import { readPostmaster } from '#embedded/postmaster.ts';
import type { RunningServer } from './running-server.ts';

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

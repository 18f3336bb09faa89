import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readIfThere } from '#embedded/durable-file.ts';

interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

const run = promisify(execFile);

/** Reads `postmaster.pid`: line 1 is the process, line 4 the port, line 8 the state. */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const lines = (await readIfThere(path.join(data, 'postmaster.pid')))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]) || 0, ready: lines[7]?.trim() === 'ready' };
}

/** Returns the server that really runs on this folder. Its pid file alone proves nothing. */
export async function findRunningPostmaster(data: string): Promise<Postmaster | null> {
  const postmaster = await readPostmaster(data);
  if (postmaster === null || !(await runsIn(postmaster.pid, data))) return null;
  return postmaster;
}

/**
 * Removes a pid file whose server does not run. PostgreSQL refuses to start when any process of its
 * account has the number in the file. Numbers are reused, often soon in containers.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid');
  const stale = await readIfThere(file);
  if (stale === null || (await findRunningPostmaster(data)) !== null) return;
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(() => undefined);
  // Another process may have started its server between the check and the rename.
  if ((await readIfThere(aside)) !== stale) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function waitForExit(pid: number, data: string, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (await runsIn(pid, data)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/**
 * Stops the server by a fast shutdown, then by an immediate one (a crash from which the next start
 * recovers), then by force.
 */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  const steps = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, timeoutMs] of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitForExit(pid, data, timeoutMs)) return;
  }
}

/**
 * Kills backends that outlived their postmaster. They keep its shared memory, and so the folder,
 * busy.
 */
export async function killOrphans(data: string): Promise<void> {
  if (process.platform !== 'linux' || (await findRunningPostmaster(data)) !== null) return;
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && (await runsIn(pid, data))) process.kill(pid, 'SIGKILL');
  }
}

/** Returns whether the process is a server of this folder, which is then its working directory. */
async function runsIn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(data)]);
      return there.dev === here.dev && there.ino === here.ino;
    } catch {
      // The process is gone, a zombie, or belongs to another account, which the server never does.
      return false;
    }
  }
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(data);
  } catch {
    return false;
  }
}

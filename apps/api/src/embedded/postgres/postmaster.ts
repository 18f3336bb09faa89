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

/** What `postmaster.pid` says: line 1 the process, line 4 the port, line 8 the state. */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const lines = (await readIfThere(path.join(data, 'postmaster.pid')))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]) || 0, ready: lines[7]?.trim() === 'ready' };
}

/** The server that really runs on this folder; its file alone proves nothing. */
export async function findRunningPostmaster(data: string): Promise<Postmaster | null> {
  const postmaster = await readPostmaster(data);
  if (postmaster === null || !(await runsIn(postmaster.pid, data))) return null;
  return postmaster;
}

/**
 * PostgreSQL takes any living process of its account with the remembered number for a
 * server and refuses to start. Numbers are reused, soon so in containers; we know better.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid');
  const stale = await readIfThere(file);
  if (stale === null || (await findRunningPostmaster(data)) !== null) return;
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(() => undefined);
  // Between our look and the rename another process may have started its server.
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

/** Fast shutdown, then an immediate one (a crash that the next start recovers from), then force. */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  const steps = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, patience] of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitForExit(pid, data, patience)) return;
  }
}

/** Backends that outlived a killed postmaster keep its shared memory, and so the folder, busy. */
export async function killOrphans(data: string): Promise<void> {
  if (process.platform !== 'linux' || (await findRunningPostmaster(data)) !== null) return;
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && (await runsIn(pid, data))) process.kill(pid, 'SIGKILL');
  }
}

/** A server's working directory is its data folder. */
async function runsIn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(data)]);
      return there.dev === here.dev && there.ino === here.ino;
    } catch {
      // Gone, a zombie, or of another account, which a server of ours never is.
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

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir } from './project.mjs';

/**
 * Names a process beyond its number, which the next process may get (in a container it mostly
 * does): the number and, where /proc exists, the moment it started.
 *
 * @param {number} pid
 * @returns {string | null} null when no such process runs
 */
export function identifyProcess(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, but it runs.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return null;
  }
  return `${pid}:${startTime(pid)}`;
}

/** @param {number} pid */
function startTime(pid) {
  try {
    // The name in brackets may hold spaces; what follows it does not. Field 22 is the start time.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

const lockPath = join(cacheDir, 'setup.lock');
const POLL_MS = 200;

/**
 * `npm start` and `npm test` may be typed in two terminals at once: one installs and builds, the
 * other waits and then finds everything done.
 *
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(work) {
  mkdirSync(cacheDir, { recursive: true });
  let notified = false;
  while (!takeLock()) {
    if (!notified) console.log('… Waiting for the set-up that runs in another terminal');
    notified = true;
    await sleep(POLL_MS);
  }
  const release = () => {
    rmSync(lockPath, { force: true });
  };
  process.once('exit', release);
  try {
    await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

/** @returns {boolean} whether the lock is ours now */
function takeLock() {
  const draft = `${lockPath}.${process.pid}`;
  writeFileSync(draft, identifyProcess(process.pid) ?? '');
  try {
    // A link appears with its content or not at all, so nobody reads a lock without an owner.
    linkSync(draft, lockPath);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return removeLeftLock() && takeLock();
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * A killed set-up leaves its lock behind.
 *
 * @returns {boolean} whether it was so
 */
function removeLeftLock() {
  const owner = readLock(lockPath);
  if (owner === null || identifyProcess(Number.parseInt(owner, 10)) === owner) return false;
  // Two may find the same left lock: each moves away what is there and looks at what it got, so
  // that a lock taken in between is put back instead of lost.
  const moved = `${lockPath}.left.${process.pid}`;
  try {
    renameSync(lockPath, moved);
    if (readLock(moved) === owner) return true;
    linkSync(moved, lockPath);
    return false;
  } catch {
    return false;
  } finally {
    rmSync(moved, { force: true });
  }
}

/** @param {string} path */
function readLock(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

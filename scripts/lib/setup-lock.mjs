import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir } from './project.mjs';

/**
 * Identifies a process by its number and, where /proc exists, its start time. The number alone may
 * be reused, which is common in containers.
 *
 * @param {number} pid
 * @returns {string | null} `null` when no such process runs
 */
export function identifyProcess(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process of another user cannot be signalled, but it runs.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return null;
  }
  return `${pid}:${startTime(pid)}`;
}

/** @param {number} pid */
function startTime(pid) {
  try {
    // The name in brackets may contain spaces, the fields after it do not. Field 22 is the start
    // time.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

const lockPath = join(cacheDir, 'setup.lock');
const POLL_MS = 200;

/**
 * Runs the set-up in one terminal at a time. When `npm start` and `npm test` are started together,
 * one installs and builds, and the other waits and then finds everything done.
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

/** @returns {boolean} whether this process has the lock */
function takeLock() {
  const draft = `${lockPath}.${process.pid}`;
  writeFileSync(draft, identifyProcess(process.pid) ?? '');
  try {
    // A link appears together with its content, so a lock without an owner can never be read.
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
 * Removes the lock of a killed set-up.
 *
 * @returns {boolean} whether there was one
 */
function removeLeftLock() {
  const owner = readLock(lockPath);
  if (owner === null || identifyProcess(Number.parseInt(owner, 10)) === owner) return false;
  // Two processes may find the same abandoned lock. Each moves the lock away and checks which one
  // it got, so that a lock taken in between is put back.
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

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess } from './process-identity.mjs';
import { cacheDir } from './project.mjs';

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
  let told = false;
  while (!takeLock()) {
    if (!told) console.log('… Waiting for the set-up that runs in another terminal');
    told = true;
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

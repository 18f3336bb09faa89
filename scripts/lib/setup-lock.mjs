import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir } from './project.mjs';

const lockPath = join(cacheDir, 'setup.lock');
const POLL_MS = 200;
const RENEW_MS = 1000;
/** Age of a lock that nobody renews any more, because its process was killed. */
const ABANDONED_MS = 5000;

/**
 * Runs the set-up in one terminal at a time. When `npm start` and `npm test` are started together,
 * one installs and builds, and the other waits and then finds everything done.
 *
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(work) {
  mkdirSync(cacheDir, { recursive: true });
  for (let isFirst = true; !takeLock(); isFirst = false) {
    if (isFirst) console.log('… Waiting for the set-up that runs in another terminal');
    await sleep(POLL_MS);
  }
  const renewal = setInterval(() => {
    utimesSync(lockPath, new Date(), new Date());
  }, RENEW_MS);
  const release = () => {
    clearInterval(renewal);
    rmSync(lockPath, { recursive: true, force: true });
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
  try {
    mkdirSync(lockPath);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  const lock = statSync(lockPath, { throwIfNoEntry: false });
  const isAbandoned = lock !== undefined && Date.now() - lock.mtimeMs > ABANDONED_MS;
  // The next attempt comes later, so that two processes cannot remove each other's new lock.
  if (isAbandoned) rmSync(lockPath, { recursive: true, force: true });
  return false;
}

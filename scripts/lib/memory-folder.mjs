import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const sharedMemory = '/dev/shm';
const prefix = 'tanren-tests-';
/** Minimum free memory. The databases of a run use at most a quarter of it. */
const neededBytes = 8 * 2 ** 30;

/**
 * Makes a folder in memory if the machine has enough of it. Tests make and drop some hundred
 * databases of a thousand files each, and on a disk the file system takes a sixth of their time.
 * The folder is removed when the process ends.
 *
 * @returns {string | null} `null` when temporary files go to the usual folder
 */
export function makeMemoryFolder(parent = sharedMemory, needed = neededBytes) {
  if (!existsSync(parent) || freemem() < needed) return null;
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < needed) return null;
  removeAbandoned(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // Databases started by root run under another account, which must be able to enter the folder.
  chmodSync(folder, 0o755);
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * Removes folders of killed runs, because they use memory.
 *
 * @param {string} parent
 */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.match(`^${prefix}(\\d+)-`)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

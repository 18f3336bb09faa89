import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess } from './process-identity.mjs';
import { cacheDir } from './project.mjs';

// Whoever is killed with -9 takes no child along. An npm that goes on writing node_modules while
// the next one deletes it breaks both, so each is noted here and stopped before the next begins.
const notePath = join(cacheDir, 'installer');

/** @param {number} pid */
export function noteInstaller(pid) {
  writeFileSync(notePath, identifyProcess(pid) ?? '');
}

export function forgetInstaller() {
  rmSync(notePath, { force: true });
}

export async function stopOrphanedInstaller() {
  const noted = readNote();
  const pid = Number.parseInt(noted, 10);
  while (Number.isInteger(pid) && identifyProcess(pid) === noted) {
    process.kill(pid, 'SIGKILL');
    await sleep(50);
  }
}

function readNote() {
  try {
    return readFileSync(notePath, 'utf8');
  } catch {
    return '';
  }
}

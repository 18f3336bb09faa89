import { readFileSync } from 'node:fs';

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

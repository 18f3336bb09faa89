import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/**
 * @param {string} program
 * @returns {string[]} every place where the PATH finds it
 */
export function findAllOnPath(program) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).filter(isExecutable);
}

/** @param {string} program */
export function isOnPath(program) {
  return findAllOnPath(program).length > 0;
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

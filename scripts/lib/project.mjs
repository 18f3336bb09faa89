import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** @param {...string} parts a path inside the project */
export function inProject(...parts) {
  return join(root, ...parts);
}

/** Temporary files of the scripts. They are ignored by git and can be deleted at any time. */
export const cacheDir = inProject('.cache');

/**
 * Asks git for files of the project that exist.
 *
 * @param {...string} args of git; without any, all files that are tracked or new
 * @returns {string[]} paths below the project, with `/`
 */
export function listFiles(...args) {
  const command = args.length === 0 ? ['ls-files', '-co', '--exclude-standard'] : args;
  const output = execFileSync('git', command, { cwd: root, encoding: 'utf8' });
  const files = output.split('\n').filter((file) => file !== '' && existsSync(inProject(file)));
  return [...new Set(files)];
}

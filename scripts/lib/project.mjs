import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** @param {...string} parts a path inside the project */
export function inProject(...parts) {
  return join(root, ...parts);
}

/** Temporary files of the scripts. They are ignored by git and can be deleted at any time. */
export const cacheDir = inProject('.cache');

import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The only module that knows the paths of the project. The same code runs from `src/` (tests) and
 * from a bundle in `dist/`, so it must not rely on its own depth below `apps/api`.
 */
const apiRoot = findPackageRoot(import.meta.dirname);

export const projectRoot = path.resolve(apiRoot, '..', '..');
export const migrationsFolder = path.join(apiRoot, 'src', 'db', 'migrations');
export const webRoot = path.join(projectRoot, 'apps', 'web', 'dist');

/** Files and folders that the program reads while it runs. */
export const programFiles = [
  import.meta.filename,
  path.join(projectRoot, 'node_modules'),
  migrationsFolder,
  webRoot,
  path.join(webRoot, 'build.json'),
];

function findPackageRoot(start: string): string {
  let folder = start;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${start}`);
    folder = parent;
  }
  return folder;
}

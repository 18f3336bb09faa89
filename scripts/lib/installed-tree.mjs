import { existsSync } from 'node:fs';
import process from 'node:process';
import { readJson } from './json-file.mjs';
import { inProject } from './project.mjs';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */
/** @typedef {Record<string, LockedPackage>} LockedPackages */

/**
 * @param {string} path
 * @returns {LockedPackages}
 */
function readPackages(path) {
  const file = /** @type {{packages?: LockedPackages} | null} */ (readJson(path));
  return file?.packages ?? {};
}

/** @returns {[path: string, entry: LockedPackage][]} what the lock file puts on this machine */
function expectedPackages() {
  return Object.entries(readPackages(inProject('package-lock.json'))).filter(
    ([path, entry]) => path.startsWith('node_modules/') && suitsThisMachine(entry),
  );
}

/** @param {LockedPackage} entry */
function suitsThisMachine({ os, cpu, libc }) {
  return (
    (os === undefined || os.includes(process.platform)) &&
    (cpu === undefined || cpu.includes(process.arch)) &&
    // Telling the C libraries apart costs more than it is worth here: npm did it at the install.
    libc === undefined
  );
}

/** Somebody may have deleted a part of node_modules. */
export function everyPackageIsThere() {
  return expectedPackages().every(([path]) => existsSync(inProject(path, 'package.json')));
}

/**
 * Whether `npm install` by hand already brought what the lock file says. npm writes its record of
 * the tree last, so a record means a finished install.
 */
export function npmInstalledTheLockFile() {
  const record = inProject('node_modules', '.package-lock.json');
  const installed = readPackages(record);
  return (
    existsSync(record) &&
    expectedPackages().every(([path, wanted]) => {
      const found = installed[path];
      return (
        found !== undefined &&
        found.version === wanted.version &&
        (wanted.link !== true || found.resolved === wanted.resolved)
      );
    })
  );
}

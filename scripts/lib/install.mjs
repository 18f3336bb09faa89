import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { readJson, writeJson } from './json-file.mjs';
import { npmCommand } from './npm.mjs';
import { cacheDir, inProject } from './project.mjs';
import { tryCommand } from './run-command.mjs';
import { identifyProcess } from './setup-lock.mjs';
import { step } from './step.mjs';

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

/** @returns {[path: string, entry: LockedPackage][]} packages of the lock file for this machine */
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
    // npm has chosen the C library during the installation. Checking it again is not worth its
    // cost.
    libc === undefined
  );
}

/** Returns whether no package is missing, because a part of node_modules may have been deleted. */
function everyPackageIsThere() {
  return expectedPackages().every(([path]) => existsSync(inProject(path, 'package.json')));
}

/**
 * Returns whether a manual `npm install` has already installed the packages of the lock file. npm
 * writes its record of the tree last, so a record means a complete installation.
 */
function npmInstalledTheLockFile() {
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

// A script killed with -9 does not end its children. An npm that still writes node_modules while
// the next one deletes it breaks both. So each is recorded here and stopped before the next begins.
const notePath = join(cacheDir, 'installer');

/** @param {number} pid */
function recordInstaller(pid) {
  writeFileSync(notePath, identifyProcess(pid) ?? '');
}

function removeInstaller() {
  rmSync(notePath, { force: true });
}

async function stopOrphanedInstaller() {
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

/** @typedef {{lock: string, machine: string}} InstallStamp */

// The stamp is inside node_modules, so that it is deleted with it.
const stampPath = inProject('node_modules', '.tanren-install.json');

const INSTALL = [
  'ci',
  // No package needs its install script here, and skipping them works under every script policy of
  // npm.
  '--ignore-scripts',
  // NODE_ENV=production or an `omit` in a user's .npmrc must not leave out the build tools.
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
];

/** Installs the packages of the lock file. Does nothing when they are already installed. */
export async function installPackages() {
  await step('Installing packages from the lock file', async () => {
    const wanted = describeInstall();
    if (isInstalled(wanted)) return 'Packages are up to date';
    await stopOrphanedInstaller();
    const [command, args] = npmCommand(INSTALL);
    const { code, output } = await tryCommand(command, args, { onSpawn: recordInstaller });
    removeInstaller();
    if (code !== 0) throw new Failure(`Packages could not be installed: ${reason(output)}`, output);
    writeJson(stampPath, wanted);
    return 'Installed packages from the lock file';
  });
}

/** @returns {InstallStamp} */
function describeInstall() {
  return {
    lock: createHash('sha256')
      .update(readFileSync(inProject('package-lock.json')))
      .digest('hex'),
    machine: `${process.platform} ${process.arch} abi${process.versions.modules}`,
  };
}

/** @param {InstallStamp} wanted */
function isInstalled(wanted) {
  const stamp = /** @type {InstallStamp | null} */ (readJson(stampPath));
  if (stamp !== null && stamp.machine !== wanted.machine) return false;
  if (!everyPackageIsThere()) return false;
  if (stamp?.lock === wanted.lock) return true;
  if (!npmInstalledTheLockFile()) return false;
  writeJson(stampPath, wanted);
  return true;
}

/** @param {string} output the output of npm */
function reason(output) {
  const code = /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1];
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ERR_SOCKET_TIMEOUT':
      return `the npm registry cannot be reached (${code}). Check the network, then try again.`;
    case 'EUSAGE':
      return 'package.json and package-lock.json disagree. Run `npm install` and commit the lock file.';
    case 'ENOSPC':
      return 'the disk is full (ENOSPC).';
    case 'EACCES':
    case 'EPERM':
      return `no permission to write here (${code}). Who owns this folder?`;
    case undefined:
      return 'npm ci failed, its output is above.';
    default:
      return `npm ci failed with ${code}, its output is above.`;
  }
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import process from 'node:process';
import { Failure } from './failure.mjs';
import { readJson, writeJson } from './json-file.mjs';
import { npmCommand } from './npm.mjs';
import { inProject } from './project.mjs';
import { tryCommand } from './run-command.mjs';
import { step } from './step.mjs';

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

const lockFile = inProject('package-lock.json');
// The stamp is inside node_modules, so that it is deleted with it.
const stampPath = inProject('node_modules', '.tanren-install.json');
/** npm writes its record of the tree last, so a record means a complete installation. */
const npmRecord = inProject('node_modules', '.package-lock.json');

/** Installs the packages of the lock file. Does nothing when they are already installed. */
export async function installPackages() {
  await step('Installing packages from the lock file', async () => {
    const wanted = describeInstall();
    if (isInstalled(wanted)) return 'Packages are up to date';
    // After another signal npm cleans up first, and would do so beside the next installation.
    const { code, output } = await tryCommand(...npmCommand(INSTALL), { stopSignal: 'SIGKILL' });
    if (code !== 0) throw new Failure(`Packages could not be installed: ${reason(output)}`, output);
    writeJson(stampPath, wanted);
    return 'Installed packages from the lock file';
  });
}

/** @typedef {{lock: string, machine: string}} InstallStamp */

/** @returns {InstallStamp} */
function describeInstall() {
  return {
    lock: createHash('sha256').update(readFileSync(lockFile)).digest('hex'),
    machine: `${process.platform} ${process.arch} abi${process.versions.modules}`,
  };
}

/** @param {InstallStamp} wanted */
function isInstalled(wanted) {
  const stamp = /** @type {InstallStamp | null} */ (readJson(stampPath));
  if (stamp !== null && stamp.machine !== wanted.machine) return false;
  if (stamp?.lock !== wanted.lock && !isInstalledByHand()) return false;
  return hasEveryPackage();
}

/** Returns whether somebody has run npm since the lock file changed. */
function isInstalledByHand() {
  return existsSync(npmRecord) && statSync(npmRecord).mtimeMs >= statSync(lockFile).mtimeMs;
}

/**
 * @typedef {object} LockedPackage
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/** Returns whether no package is missing, because a part of node_modules may have been deleted. */
function hasEveryPackage() {
  const { packages } = /** @type {{packages: Record<string, LockedPackage>}} */ (
    readJson(lockFile)
  );
  return Object.entries(packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && isNeeded(entry))
    .every(([path]) => existsSync(inProject(path, 'package.json')));
}

/**
 * Returns whether this machine needs a package. Optional packages are binaries for one kind of
 * machine. Those for one C library are not checked: only npm knows which one this machine has.
 *
 * @param {LockedPackage} entry
 */
function isNeeded({ optional, os, cpu, libc }) {
  if (optional !== true) return true;
  return (
    os?.includes(process.platform) === true &&
    cpu?.includes(process.arch) === true &&
    libc === undefined
  );
}

/** @param {string} output the output of npm */
function reason(output) {
  const code = /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1] ?? 'an unknown error';
  if (/^(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|E\w+UNREACH|ERR_SOCKET_TIMEOUT)$/.test(code))
    return `the npm registry cannot be reached (${code}). Check the network, then try again.`;
  if (code === 'EUSAGE')
    return 'package.json and package-lock.json disagree. Run `npm install` and commit the lock file.';
  if (code === 'EACCES' || code === 'EPERM')
    return `no permission to write here (${code}). Who owns this folder?`;
  return `npm ci failed with ${code}, its output is above.`;
}

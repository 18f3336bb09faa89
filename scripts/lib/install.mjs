import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Failure } from './failure.mjs';
import { everyPackageIsThere, npmInstalledTheLockFile } from './installed-tree.mjs';
import { readJson, writeJson } from './json-file.mjs';
import { npmCommand } from './npm.mjs';
import { forgetInstaller, noteInstaller, stopOrphanedInstaller } from './orphaned-installer.mjs';
import { inProject } from './project.mjs';
import { tryCommand } from './run-command.mjs';
import { step } from './step.mjs';

/** @typedef {{lock: string, machine: string}} InstallStamp */

// Inside node_modules, so that deleting the one deletes the other.
const stampPath = inProject('node_modules', '.tanren-install.json');

const INSTALL = [
  'ci',
  // No package needs its install script here; skipping them works under every script policy of npm.
  '--ignore-scripts',
  // NODE_ENV=production or an `omit` in somebody's .npmrc must not leave out what builds the app.
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
];

/** Brings node_modules to what the lock file says; does nothing where it is so already. */
export async function installPackages() {
  await step('Installing packages from the lock file', async () => {
    const wanted = describeInstall();
    if (isInstalled(wanted)) return 'Packages are up to date';
    await stopOrphanedInstaller();
    const [command, args] = npmCommand(INSTALL);
    const { code, output } = await tryCommand(command, args, { onSpawn: noteInstaller });
    forgetInstaller();
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

/** @param {string} output npm's own */
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

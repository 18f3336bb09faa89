import { readFileSync } from 'node:fs';
import process from 'node:process';
import { isOnPath } from './on-path.mjs';
import { runCommand } from './run-command.mjs';

// Another apt (unattended upgrades, most often) may hold the lock for a while.
const WAIT_FOR_LOCK = ['-o', 'DPkg::Lock::Timeout=300'];
const APT_ENV = { DEBIAN_FRONTEND: 'noninteractive' };

/** Ubuntu counts: its packages have the same names, but its `chromium` only installs a snap. */
export function canInstallDebianPackages() {
  return process.getuid?.() === 0 && isOnPath('apt-get') && systemIds().includes('debian');
}

export function isUbuntu() {
  return systemIds().includes('ubuntu');
}

function systemIds() {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    return [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap((match) =>
      (match[1] ?? '').split(' '),
    );
  } catch {
    return [];
  }
}

/**
 * @param {readonly string[]} names
 * @param {(line: string) => void} say
 */
export async function installDebianPackages(names, say) {
  const failure = `apt-get could not install ${names.join(' ')}`;
  await runCommand('apt-get', ['update', ...WAIT_FOR_LOCK], { env: APT_ENV, failure, onLine: say });
  await runCommand(
    'apt-get',
    ['install', '--yes', '--no-install-recommends', ...WAIT_FOR_LOCK, ...names],
    { env: APT_ENV, failure, onLine: say },
  );
}

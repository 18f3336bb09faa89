import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { Failure } from './failure.mjs';
import { runCommand } from './run-command.mjs';
import { step } from './step.mjs';

/**
 * @param {string} program
 * @returns {string[]} all its paths in the PATH
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

// Another apt, most often an unattended upgrade, may hold the lock for a while.
const WAIT_FOR_LOCK = ['-o', 'DPkg::Lock::Timeout=300'];
const APT_ENV = { DEBIAN_FRONTEND: 'noninteractive' };

/**
 * Returns whether Debian packages can be installed. Ubuntu counts: its packages have the same
 * names, but its `chromium` only installs a snap.
 */
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

/** Paths of Mosquitto. Debian installs it in a folder that is only in root's PATH. */
const MOSQUITTO_PLACES = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'];

/** @returns {Promise<{MOSQUITTO_PATH: string}>} environment for tests with a configured broker */
export async function ensureMosquitto() {
  let path = '';
  await step('Looking for Mosquitto', async (say) => {
    if (findMosquitto() === undefined && canInstallDebianPackages()) {
      await installDebianPackages(['mosquitto'], say);
    }
    const found = findMosquitto();
    if (found === undefined) {
      throw new Failure(
        'No Mosquitto was found, which the broker tests run against. Install it (Debian: apt-get install mosquitto).',
      );
    }
    path = found;
    return `Mosquitto: ${path}`;
  });
  return { MOSQUITTO_PATH: path };
}

/** @returns {string | undefined} */
function findMosquitto() {
  return [...findAllOnPath('mosquitto'), ...MOSQUITTO_PLACES].find(isExecutable);
}

/**
 * Folders of PostgreSQL. Debian installs each version in a separate folder that is not in the PATH.
 */
const POSTGRES_FOLDERS = [18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`);

/**
 * Finds an installed PostgreSQL for the long tests, which use a server and pg_dump that are not
 * embedded.
 *
 * @returns {Promise<{POSTGRES_BIN: string}>} environment for the tests
 */
export async function ensurePostgres() {
  let path = '';
  await step('Looking for PostgreSQL', async (say) => {
    if (findPostgres() === undefined && canInstallDebianPackages()) {
      await installDebianPackages(['postgresql'], say);
    }
    const found = findPostgres();
    if (found === undefined) {
      throw new Failure(
        'No PostgreSQL was found, whose pg_dump the long tests use. Install it (Debian: apt-get install postgresql).',
      );
    }
    path = found;
    return `PostgreSQL: ${path}`;
  });
  return { POSTGRES_BIN: path };
}

/** @returns {string | undefined} a folder with a server and its programs */
function findPostgres() {
  const folders = [...POSTGRES_FOLDERS, ...findAllOnPath('initdb').map((each) => dirname(each))];
  return folders.find((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((each) =>
      isExecutable(join(folder, each)),
    ),
  );
}

const REDIS_PLACES = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'];

/** @returns {Promise<{REDIS_PATH?: string}>} environment for the benchmark that compares with it */
export async function ensureRedis() {
  /** @type {string | undefined} */
  let path;
  await step('Looking for Redis', async (say) => {
    if (findRedis() === undefined && canInstallDebianPackages()) {
      await installDebianPackages(['redis-server'], say);
    }
    path = findRedis();
    return path === undefined ? 'No Redis: nothing is compared with it' : `Redis: ${path}`;
  });
  return path === undefined ? {} : { REDIS_PATH: path };
}

/** @returns {string | undefined} */
function findRedis() {
  return [...findAllOnPath('redis-server'), ...REDIS_PLACES].find(isExecutable);
}

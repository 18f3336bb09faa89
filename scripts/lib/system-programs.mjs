import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { Failure } from './failure.mjs';
import { runCommand } from './run-command.mjs';
import { step } from './step.mjs';

/** Folders of Debian's servers, which are only in root's PATH. */
const SERVER_FOLDERS = ['/usr/local/sbin', '/usr/sbin'];
/** Debian installs each version of PostgreSQL in a separate folder that is not in the PATH. */
const POSTGRES_FOLDERS = [18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`);

/** Folders of RabbitMQ's own scripts. Those in the PATH change to the account `rabbitmq`. */
const RABBITMQ_FOLDERS = ['/usr/lib/rabbitmq/bin', '/opt/homebrew/opt/rabbitmq/sbin'];

/**
 * @param {string} program
 * @returns {string[]} all its paths
 */
export function findPrograms(program) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders, ...SERVER_FOLDERS]
    .map((folder) => join(folder, program))
    .filter(isExecutable);
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
  const isRoot = process.getuid?.() === 0;
  return isRoot && findPrograms('apt-get').length > 0 && systemIds().includes('debian');
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
 * @param {string} name
 * @param {(line: string) => void} say
 */
export async function installDebianPackage(name, say) {
  const options = { env: APT_ENV, failure: `apt-get could not install ${name}`, onLine: say };
  await runCommand('apt-get', ['update', ...WAIT_FOR_LOCK], options);
  const install = ['install', '--yes', '--no-install-recommends', ...WAIT_FOR_LOCK, name];
  await runCommand('apt-get', install, options);
}

/**
 * Programs that tests use, by the environment variable that names their path. A Python that Debian
 * did not install does not see Debian's packages.
 */
const NEEDED_PROGRAMS = {
  MOSQUITTO_PATH: {
    title: 'Mosquitto',
    debianPackage: 'mosquitto',
    find: () => findPrograms('mosquitto')[0],
  },
  POSTGRES_BIN: {
    title: 'PostgreSQL',
    debianPackage: 'postgresql',
    find: () =>
      [...POSTGRES_FOLDERS, ...findPrograms('initdb').map((each) => dirname(each))].find((folder) =>
        ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((program) =>
          isExecutable(join(folder, program)),
        ),
      ),
  },
  PYTHON_PATH: {
    title: 'Python with paho-mqtt',
    debianPackage: 'python3-paho-mqtt',
    find: () =>
      findPrograms('python3').find(
        (program) => spawnSync(program, ['-c', 'import paho.mqtt.client']).status === 0,
      ),
  },
  PGBOUNCER_PATH: {
    title: 'PgBouncer',
    debianPackage: 'pgbouncer',
    find: () => findPrograms('pgbouncer')[0],
  },
  RABBITMQ_BIN: {
    title: 'RabbitMQ',
    debianPackage: 'rabbitmq-server',
    find: () => RABBITMQ_FOLDERS.find((folder) => isExecutable(join(folder, 'rabbitmq-server'))),
  },
  PATRONI_PATH: {
    title: 'Patroni',
    debianPackage: 'patroni',
    find: () => findPrograms('patroni')[0],
  },
  ETCD_PATH: {
    title: 'etcd',
    debianPackage: 'etcd-server',
    find: () => findPrograms('etcd')[0],
  },
  HAPROXY_PATH: {
    title: 'HAProxy',
    debianPackage: 'haproxy',
    find: () => findPrograms('haproxy')[0],
  },
};

/**
 * Finds programs, and installs on Debian those that are missing.
 *
 * @param {(keyof typeof NEEDED_PROGRAMS)[]} names
 * @returns {Promise<Record<string, string>>} environment for the tests
 */
export async function ensurePrograms(...names) {
  /** @type {Record<string, string>} */
  const env = {};
  for (const name of names) {
    const { title, debianPackage, find } = NEEDED_PROGRAMS[name];
    await step(`Looking for ${title}`, async (say) => {
      if (find() === undefined && canInstallDebianPackages())
        await installDebianPackage(debianPackage, say);
      const path = find();
      if (path === undefined)
        throw new Failure(`The tests need ${title} (Debian: apt-get install ${debianPackage}).`);
      env[name] = path;
      return `${title}: ${path}`;
    });
  }
  return env;
}

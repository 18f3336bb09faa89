import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { readIfThere, syncFolder } from '#embedded/durable-file.ts';
import { StartupError } from '#config/startup-error.ts';
import { noBinaryMessage, type PostgresBinaries } from './binaries.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { adviseOn, findReason } from './server-failure.ts';

export const superuser = 'postgres';
const draftPrefix = 'draft-';

/**
 * Locales for character classes, in order of preference. The classes come from the C library even
 * with the built-in provider, and only some of its locales know Japanese letters. The first locale
 * that this machine has is used.
 */
const characterTypes = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'UTF-8', 'C'];

/**
 * Makes the data folder unless it exists. `initdb` works in a draft folder, which gets its final
 * name when it is complete and on the disk. A process killed at any moment leaves either no data
 * folder or a good one.
 */
export async function ensureCluster(
  location: ClusterLocation,
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  if (!existsSync(location.data)) await createCluster(location, binaries, password);
  const made = (await readIfThere(path.join(location.data, 'PG_VERSION')))?.trim();
  if (made === undefined || !/^\d+$/.test(made)) {
    throw new StartupError(
      `the database in ${location.data} is damaged, its file PG_VERSION is not readable: restore the last backup into a new DATA_DIR (npm run restore)`,
    );
  }
  const major = binaries.version.split('.')[0];
  if (made === major) return;
  throw new StartupError(
    `the database in ${location.data} was made by PostgreSQL ${made}, this program brings ${major}: start the version before once more, run npm run backup -- --to FILE --dump beside it, and restore FILE with this version into a new DATA_DIR (docs/backup.md)`,
  );
}

/**
 * Removes draft folders. Only the owner of the running server may call it, because then no other
 * process can need its draft.
 */
export async function removeDrafts(location: ClusterLocation): Promise<void> {
  const names = await readdir(location.home);
  const drafts = names.filter((name) => name.startsWith(draftPrefix));
  await Promise.all(
    drafts.map((name) =>
      rm(path.join(location.home, name), { recursive: true, force: true }).catch(() => undefined),
    ),
  );
}

async function createCluster(
  location: ClusterLocation,
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  const draft = path.join(location.home, `${draftPrefix}${randomUUID()}`);
  const passwordFile = path.join(draft, 'password');
  const data = path.join(draft, 'data');
  await mkdir(draft, { mode: 0o700 });
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (location.account !== null) {
    for (const file of [draft, data, passwordFile]) {
      await chown(file, location.account.uid, location.account.gid);
    }
  }
  try {
    await initialise(location, binaries, data, passwordFile);
    await rename(data, location.data);
    await syncFolder(location.home);
  } catch (error) {
    // Another process was faster, and its folder is as good as this one.
    if (!existsSync(location.data)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function initialise(
  location: ClusterLocation,
  binaries: PostgresBinaries,
  data: string,
  passwordFile: string,
): Promise<void> {
  let output = '';
  for (const characterType of characterTypes) {
    const result = await runInitdb(location, binaries.initdb, [
      `--pgdata=${data}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characterType}`,
      '--data-checksums',
      '--no-instructions',
    ]);
    if (result.code === 0) return;
    output = result.output;
    if (!output.includes('invalid locale name')) break;
  }
  const errorText =
    output.split('\n').find((line) => line.includes('error:')) ?? findReason(output);
  const advice = adviseOn(output);
  throw new StartupError(
    `no database could be made in ${location.home}: ${advice === null ? errorText : `${advice} (${errorText})`}`,
  );
}

async function runInitdb(
  location: ClusterLocation,
  initdb: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  // The process is detached, because Ctrl-C reaches every process of the terminal's foreground
  // group.
  const child = spawn(initdb, args, {
    ...location.account,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    // The file exists, but its loader is missing on a system with another C library.
    child.on('error', (error) => reject(new StartupError(noBinaryMessage, { cause: error })));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/**
 * Sets a new password in PostgreSQL's single-user mode, which asks for none while no server is
 * running. The passwords of other roles are set at each start.
 *
 * @returns why it failed, or `null`
 */
export async function resetAdminPassword(
  location: ClusterLocation,
  postgres: string,
  password: string,
): Promise<string | null> {
  const child = spawn(postgres, ['--single', '-D', location.data, 'postgres'], {
    ...location.account,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(`alter role ${superuser} password ${pg.escapeLiteral(password)}\n`);
  await once(child, 'close');
  return /FATAL|PANIC|ERROR/.test(output) ? findReason(output) : null;
}

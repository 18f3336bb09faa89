import { constants } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseKeys } from '@tanren/user-pool/crypto/user-pool-keys';
import { type Config, readTrainerCodeKey } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { claimServerKey } from '#db/server-keys.ts';
import { syncFolder, writeDurably } from '#embedded/durable-file.ts';
import { errorCode } from '#http/error-code.ts';
import { BackupError } from './backup-error.ts';
import type { KeyFiles } from './sealed-keys.ts';

const userPoolKeys = 'user-pool-keys.json';
const trainerCodeKey = 'trainer-code-key';
const vapidKey = 'vapid-key';
/** Maximum size of a key file. A key has some kilobytes, so a larger file in DATA_DIR is no key. */
const largestKey = 1 << 20;
const fileName = /^(?:postgres\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

type KeySource = Pick<Config, 'dataDir' | 'userPoolKeys' | 'trainerCodeKey' | 'vapidKey'>;

/**
 * Collects the keys for passwords, tokens, trainers' codes, doors and push services: all files
 * directly in DATA_DIR, so that a key added by a later version is included. Keys from settings are
 * included as files, because the database is useless without them.
 */
export async function collectKeyFiles(
  source: KeySource,
  withPasswords: boolean,
): Promise<KeyFiles> {
  const files = new Map<string, Buffer>();
  const take = async (folder: string, prefix: string, wanted: (name: string) => boolean) => {
    for (const name of (await listFolder(folder)).toSorted()) {
      if (!wanted(name) || !fileName.test(prefix + name)) continue;
      const content = await readSmallFile(path.join(folder, name));
      if (content !== null) files.set(prefix + name, content);
    }
  };
  await take(source.dataDir, '', () => true);
  if (withPasswords) {
    await take(path.join(source.dataDir, 'postgres'), 'postgres/', (name) =>
      name.endsWith('password'),
    );
  }
  if (source.userPoolKeys !== null) files.set(userPoolKeys, Buffer.from(source.userPoolKeys));
  if (source.trainerCodeKey !== null) files.set(trainerCodeKey, writeKey(source.trainerCodeKey));
  if (source.vapidKey !== null) files.set(vapidKey, writeKey(source.vapidKey));
  return files;
}

function writeKey(key: Buffer): Buffer {
  return Buffer.from(`${key.toString('base64url')}\n`);
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Reads a file that may be a key. Returns `null` for a folder, a link, or a file too large to be a
 * key.
 */
async function readSmallFile(file: string): Promise<Buffer | null> {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    if (['ELOOP', 'ENOENT', 'ENXIO'].includes(errorCode(error) ?? '')) return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const found = await handle.stat();
    return found.isFile() && found.size <= largestKey ? await handle.readFile() : null;
  } finally {
    await handle.close();
  }
}

/** Writes the files. Throws when one of them exists. */
export async function writeKeyFiles(dataDir: string, files: KeyFiles): Promise<void> {
  for (const [name, content] of files) {
    if (!fileName.test(name)) throw new BackupError(`the backup has a key with the name ${name}`);
    const file = path.join(dataDir, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeDurably(file, content);
    await syncFolder(path.dirname(file));
  }
}

/** Throws unless the keys are complete and belong to this restored database. */
export async function checkKeyFiles(db: Database, files: KeyFiles): Promise<void> {
  const keys = files.get(userPoolKeys);
  if (keys !== undefined) {
    await parseKeys(keys.toString('utf8')).catch((error: unknown) => {
      throw new BackupError(`the backup's ${userPoolKeys} is damaged`, { cause: error });
    });
  }
  await checkKey(db, files, { file: trainerCodeKey, name: 'trainer-codes' });
  await checkKey(db, files, { file: vapidKey, name: 'vapid' });
}

async function checkKey(
  db: Database,
  files: KeyFiles,
  { file, name }: { readonly file: string; readonly name: string },
): Promise<void> {
  const text = files.get(file);
  if (text === undefined) return;
  const key = readTrainerCodeKey(text.toString('utf8').trim());
  if (key === null) throw new BackupError(`the backup's ${file} is damaged`);
  const remedy = `the backup's ${file} is not the one its database was used with`;
  await claimServerKey(db, { name, key, remedy });
}

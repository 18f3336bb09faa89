import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { lifetimes } from '#limits.ts';
import {
  createKeys,
  createSigningKey,
  parseKeys,
  parseStoredKeys,
  type StoredKeys,
  type UserPoolKeys,
} from './user-pool-keys.ts';

export const keyFileName = 'user-pool-keys.json';

/**
 * Loads the keys or creates them. Several processes may start at once in one folder: the first file
 * wins, and all read that one.
 */
export async function loadOrCreateKeys(dataDir: string, now: Date): Promise<UserPoolKeys> {
  const path = join(dataDir, keyFileName);
  const present = await readIfPresent(path);
  if (present !== null) return await parseKeys(present);
  await mkdir(dataDir, { recursive: true });
  const draft = await writeDraft(dataDir, await createKeys(now));
  try {
    // Unlike `rename`, `link` never replaces a file that another process has just created.
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return await parseKeys(await readFile(path, 'utf8'));
}

/** Time to restart every node, so that all of them have the key before it signs. */
const noticeMilliseconds = 60 * 60 * 1000;
/** A key that no longer signs is kept for many times the lifetime of its tokens. */
const retentionMilliseconds = 24 * lifetimes.token * 1000;

/**
 * Adds a new signing key. No user is signed out if every node restarts within the hour: it then has
 * both keys.
 */
export async function rotateSigningKey(dataDir: string, now: Date): Promise<void> {
  const path = join(dataDir, keyFileName);
  const { root, signing } = parseStoredKeys(await readFile(path, 'utf8'));
  const wanted = signing.filter((_key, index) => {
    const successor = signing[index - 1];
    return (
      successor === undefined ||
      Date.parse(successor.activeFrom) > now.getTime() - retentionMilliseconds
    );
  });
  const next = await createSigningKey(new Date(now.getTime() + noticeMilliseconds));
  await rename(await writeDraft(dataDir, { root, signing: [next, ...wanted] }), path);
}

async function writeDraft(dataDir: string, keys: StoredKeys): Promise<string> {
  const draft = join(dataDir, `.${keyFileName}.${randomUUID()}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(keys)}\n`);
    // Every password is unusable without this file, so it must survive a power failure.
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

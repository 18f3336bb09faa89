import { randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '#http/error-code.ts';

/**
 * Returns the file's content, and creates the file if it is missing. Two processes get the same
 * content, and a crash leaves all of it or nothing: the file is linked into place once it is on the
 * disk.
 */
export async function readOrCreateFile(file: string, makeContent: () => string): Promise<string> {
  const existing = await readIfThere(file);
  if (existing !== null) return existing;
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeDurably(draft, makeContent());
    await link(draft, file).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(path.dirname(file));
  return readFile(file, 'utf8');
}

export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Makes changes of names in the folder (a rename, a link) survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a new file. It is on the disk when the promise resolves. */
export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

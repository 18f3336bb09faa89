import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '#http/error-code.ts';
import type { Part } from './backup-frames.ts';

const chunkSize = 256 * 1024;

/**
 * Folders that a server fills again (PostgreSQL manual, "Making a Base Backup Using the Low Level
 * API").
 */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  // The needed part of the write-ahead log is added after the backup has ended.
  'pg_wal',
]);
/** Files of a running server or of an earlier backup, and files that the server makes again. */
const omitted =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|backup_manifest|current_logfiles|(?:recovery|standby)\.signal|pg_internal\.init.*|pgsql_tmp.*|.*\.tmp)$/;

/** Reads every file of a data folder that belongs to a backup, in its current state. */
export async function* readClusterFiles(data: string, below = ''): AsyncGenerator<Part> {
  const entries = await readdir(path.join(data, below), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${below}${entry.name}`;
    if (omitted.test(entry.name)) continue;
    if (entry.isDirectory() || name === 'pg_wal') {
      yield { name: `${name}/`, content: none() };
      if (!emptied.has(name)) yield* readClusterFiles(data, `${name}/`);
    } else if (entry.isFile()) {
      const content = await openFile(path.join(data, name), name === 'global/pg_control');
      // `null` means that the table was dropped in the meantime.
      if (content !== null) yield { name, content };
    }
  }
}

/**
 * Reads the segments of the write-ahead log from the first to the last. Throws when one is missing.
 */
export async function* readWalFiles(
  data: string,
  first: string,
  last: string,
): AsyncGenerator<Part> {
  const folder = path.join(data, 'pg_wal');
  const names = (await readdir(folder)).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last)) {
    throw new Error(`pg_wal lacks what lies between ${first} and ${last}`);
  }
  for (const name of names.toSorted()) {
    const content = await openFile(path.join(folder, name), false);
    if (content === null) throw new Error(`pg_wal/${name} is gone`);
    yield { name: `pg_wal/${name}`, content };
  }
}

export async function* none(): AsyncGenerator<Buffer> {
  // A folder has no content.
}

export async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/**
 * Opens a file, but not through a symbolic link, which could lead out of the folder. Reads it up to
 * its current length, because later additions are in the write-ahead log.
 */
async function openFile(file: string, atOnce: boolean): Promise<AsyncIterable<Buffer> | null> {
  const { O_NOFOLLOW, O_RDONLY } = constants;
  try {
    const handle = await open(file, O_RDONLY | O_NOFOLLOW);
    const { size } = await handle.stat();
    return atOnce ? readAtOnce(handle, size) : readChunks(handle, size);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

type FileHandle = Awaited<ReturnType<typeof open>>;

async function* readChunks(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < size;) {
      const buffer = Buffer.allocUnsafe(Math.min(chunkSize, size - at));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

/**
 * Reads the control file. It is written in place, and a reader may see half of it, so two reads
 * must agree.
 */
async function* readAtOnce(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const read = async () => {
    const buffer = Buffer.alloc(size);
    await handle.read(buffer, 0, size, 0);
    return buffer;
  };
  try {
    let content = await read();
    for (let again = await read(); !again.equals(content); again = await read()) content = again;
    yield content;
  } finally {
    await handle.close();
  }
}

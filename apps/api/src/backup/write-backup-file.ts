import { createGzip } from 'node:zlib';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '#embedded/durable-file.ts';
import { errorCode } from '#http/error-code.ts';
import { BackupError } from './backup-error.ts';

/** Throws when the file exists, before any work is done. */
export function rejectExisting(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} is there already, and is not overwritten`);
}

/**
 * Writes the file as `FILE.partial` and renames it when it is complete and on the disk. Only its
 * owner can read it, because it has the data of every member.
 *
 * @returns its size
 */
export async function writeBackupFile(
  file: string,
  content: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<number> {
  rejectExisting(file);
  const draft = `${file}.partial`;
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw explainFailure(error, draft);
  });
  try {
    try {
      // Higher levels take twice the processor time for a few percent.
      const gzip = createGzip({ level: 3, chunkSize: 256 * 1024 });
      const source = Readable.from(content, { objectMode: false });
      // A stream would close the file when something fails, so the chunks are written directly.
      const write = async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await handle.writeFile(chunk);
      };
      await pipeline(source, gzip, write, signal === undefined ? {} : { signal });
      await handle.sync();
    } finally {
      await handle.close();
    }
    rejectExisting(file);
    await rename(draft, file);
    await syncFolder(path.dirname(file));
    const done = await open(file, 'r');
    const { size } = await done.stat();
    await done.close();
    return size;
  } catch (error) {
    await rm(draft, { force: true });
    throw explainFailure(error, file);
  }
}

function explainFailure(error: unknown, file: string): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EEXIST: `${file} is there: another backup is being written, or one was interrupted; delete it`,
    ENOSPC: `the disk of ${file} is full: make room; nothing was left there`,
    EDQUOT: `the disk of ${file} is full: make room; nothing was left there`,
    ENOENT: `the folder of ${file} is not there`,
    EACCES: `${file} cannot be written here: choose another folder`,
    EPERM: `${file} cannot be written here: choose another folder`,
    EROFS: `${file} cannot be written here: choose another folder`,
    ABORT_ERR: 'stopped; nothing was left of the backup',
  };
  const reason = reasons[errorCode(error) ?? ''];
  return reason === undefined ? error : new BackupError(reason, { cause: error });
}

import { createGunzip } from 'node:zlib';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '#http/error-code.ts';
import { damaged, decodeBackup, type PartSink } from './backup-frames.ts';
import { BackupError } from './backup-error.ts';
import { decodeManifest, type Manifest } from './manifest.ts';
import { isSignedBy, type KeyFiles, type OpenedKeys, openKeys } from './sealed-keys.ts';

const chunkSize = 256 * 1024;
export const keysPart = 'keys';
/** Maximum size of the sealed keys in bytes. More is not read into memory. */
const largestKeys = 32 << 20;

/** Passphrase of the keys. `null` to work without keys. */
export type Passphrase = string | null;

interface CheckedBackup {
  readonly manifest: Manifest;
  /** `null` when the backup has no keys or no passphrase was given. */
  readonly keys: KeyFiles | null;
}

/**
 * Reads and checks the whole file: every part must have the digest in the manifest, and the
 * manifest the signature made with the passphrase. Writes nothing.
 */
export async function checkBackupFile(
  file: FileHandle,
  passphrase: Passphrase,
): Promise<CheckedBackup> {
  const sealed: Buffer[] = [];
  const opened: { keys?: OpenedKeys } = {};
  const keySink: PartSink = {
    write: async (chunk) => {
      sealed.push(chunk);
      if (sealed.reduce((sum, each) => sum + each.length, 0) > largestKeys) {
        throw new BackupError(damaged);
      }
    },
    // The keys come first, so that a wrong passphrase is reported before gigabytes are read.
    close: async () => {
      if (passphrase === null) return;
      const keys = await openKeys(passphrase, Buffer.concat(sealed));
      if (keys === null) {
        throw new BackupError('the passphrase is wrong (or the keys in the backup were changed)');
      }
      opened.keys = keys;
    },
  };
  const decoded = await readParts(file, async (name) => (name === keysPart ? keySink : null));
  const manifest = decodeManifest(decoded.manifest);
  if (JSON.stringify(manifest.parts) !== JSON.stringify(decoded.digests)) {
    throw new BackupError(`${damaged}: its parts are not those of its manifest`);
  }
  if (opened.keys === undefined) return { manifest, keys: null };
  const { files, signingKey } = opened.keys;
  const { signature } = decoded;
  if (signature === null || !isSignedBy(signingKey, decoded.manifest, signature)) {
    throw new BackupError(
      `${damaged}: its manifest was changed by somebody without the passphrase`,
    );
  }
  return { manifest, keys: files };
}

/** Reads the parts again after they were checked. */
export async function readParts(
  file: FileHandle,
  openPart: (name: string) => Promise<PartSink | null>,
): ReturnType<typeof decodeBackup> {
  const gunzip = createGunzip({ chunkSize });
  try {
    return await pipeline(readBytes(file), gunzip, async (bytes: AsyncIterable<Buffer>) =>
      decodeBackup(bytes, openPart),
    );
  } catch (error) {
    const unreadable = errorCode(error)?.startsWith('Z_') === true;
    throw unreadable ? new BackupError(damaged, { cause: error }) : error;
  }
}

/** Reads the bytes of the file. A stream would close the file when something fails. */
async function* readBytes(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const buffer = Buffer.allocUnsafe(chunkSize);
    const { bytesRead } = await file.read(buffer, 0, chunkSize, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { BackupError } from './backup-error.ts';

/**
 * Format of keys under a passphrase (docs/backup.md): scrypt derives 64 bytes from it. One half
 * encrypts with AES-256-GCM, and the other half signs the manifest.
 */
const magic = Buffer.from('TRKEYS1\n');
const headerLength = 40;
const tagLength = 16;

interface Cost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** Cost of each guess: 128 MiB and some tenths of a second. */
const usualCost: Cost = { log2N: 17, r: 8, p: 1 };
/**
 * Maximum cost that is accepted, because a foreign file must not make the program use all memory.
 */
const highestCost: Cost = { log2N: 20, r: 16, p: 4 };

export const shortestPassphrase = 12;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

async function deriveKeys(passphrase: string, salt: Buffer, { log2N, r, p }: Cost) {
  const N = 2 ** log2N;
  const bytes = await derive(passphrase.normalize('NFC'), salt, 64, {
    N,
    r,
    p,
    maxmem: 128 * N * r * 2,
  });
  return { sealing: bytes.subarray(0, 32), signing: bytes.subarray(32) };
}

export type KeyFiles = ReadonlyMap<string, Buffer>;

interface SealedKeys {
  readonly sealed: Buffer;
  /** Signs the manifest, so that the rest cannot be changed unnoticed without the passphrase. */
  readonly signingKey: Buffer;
}

export async function sealKeys(
  passphrase: string,
  files: KeyFiles,
  cost = usualCost,
): Promise<SealedKeys> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const numbers = Buffer.from([cost.log2N, cost.r, cost.p, 0]);
  const header = Buffer.concat([magic, numbers, salt, nonce]);
  const { sealing, signing } = await deriveKeys(passphrase, salt, cost);
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(header);
  const content = [...files].map(([name, bytes]) => [name, bytes.toString('base64')]);
  const plain = Buffer.from(JSON.stringify(Object.fromEntries(content)));
  const sealed = Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { sealed, signingKey: signing };
}

export interface OpenedKeys {
  readonly files: KeyFiles;
  readonly signingKey: Buffer;
}

/**
 * Opens the keys. Returns `null` when the passphrase is wrong or the bytes were changed, which
 * cannot be distinguished.
 */
export async function openKeys(passphrase: string, sealed: Buffer): Promise<OpenedKeys | null> {
  const [log2N = 0, r = 0, p = 0] = sealed.subarray(8, 11);
  const tooMuch = log2N > highestCost.log2N || r > highestCost.r || p > highestCost.p;
  if (
    sealed.length < headerLength + tagLength ||
    !sealed.subarray(0, magic.length).equals(magic) ||
    tooMuch ||
    Math.min(log2N, r, p) < 1
  ) {
    throw new BackupError('the backup is damaged: its sealed keys are not readable');
  }
  const header = sealed.subarray(0, headerLength);
  const { sealing, signing } = await deriveKeys(passphrase, header.subarray(12, 28), {
    log2N,
    r,
    p,
  });
  const decipher = createDecipheriv('aes-256-gcm', sealing, header.subarray(28), {
    authTagLength: tagLength,
  });
  decipher.setAAD(header).setAuthTag(sealed.subarray(-tagLength));
  let plain: Buffer;
  try {
    const content = sealed.subarray(headerLength, -tagLength);
    plain = Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    return null;
  }
  return { files: readFiles(plain), signingKey: signing };
}

function readFiles(plain: Buffer): KeyFiles {
  const value = JSON.parse(plain.toString('utf8')) as Record<string, string>;
  return new Map(Object.entries(value).map(([name, text]) => [name, Buffer.from(text, 'base64')]));
}

export function signManifest(signingKey: Buffer, manifest: Buffer): Buffer {
  return createHmac('sha256', signingKey).update(manifest).digest();
}

export function isSignedBy(signingKey: Buffer, manifest: Buffer, signature: Buffer): boolean {
  const expected = signManifest(signingKey, manifest);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { PartDigest } from './manifest.ts';

/**
 * Format of a backup before compression (docs/backup.md): sixteen bytes that name the format, then
 * frames of a letter, a length and a content. A file may grow while it is read, so its length
 * cannot precede it as in tar.
 */
const magic = Buffer.from('TANREN BACKUP 1\n');

const letters = ['P', 'D', 'M', 'S', 'E'] as const;
/** P begins a part, D is a piece of its content, M is the manifest, S its signature, E the end. */
type Letter = (typeof letters)[number];

const longest: Readonly<Record<Letter, number>> = {
  P: 4096,
  D: 1 << 20,
  M: 64 << 20,
  S: 32,
  E: 0,
};
const headLength = 5;

export interface Part {
  /** Name with `/` between folders. A name that ends with `/` is a folder and has no content. */
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

interface Ending {
  readonly manifest: Buffer;
  /** `null` when the backup has no sealed keys, because there is no key to sign with. */
  readonly signature: Buffer | null;
}

/**
 * Encodes parts in their order, then the manifest and signature that `finish` makes of their
 * digests.
 */
export async function* encodeBackup(
  parts: AsyncIterable<Part>,
  finish: (digests: PartDigest[]) => Ending,
): AsyncGenerator<Buffer> {
  yield magic;
  const digests: PartDigest[] = [];
  for await (const { name, content } of parts) {
    yield* frame('P', Buffer.from(name));
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content) {
      if (chunk.length === 0) continue;
      hash.update(chunk);
      size += chunk.length;
      for (let at = 0; at < chunk.length; at += longest.D) {
        yield* frame('D', chunk.subarray(at, at + longest.D));
      }
    }
    digests.push({ name, size, sha256: hash.digest('hex') });
  }
  const { manifest, signature } = finish(digests);
  yield* frame('M', manifest);
  if (signature !== null) yield* frame('S', signature);
  yield* frame('E', Buffer.alloc(0));
}

function* frame(letter: Letter, content: Buffer): Generator<Buffer> {
  const head = Buffer.alloc(headLength);
  head.write(letter, 'latin1');
  head.writeUInt32BE(content.length, 1);
  yield head;
  if (content.length > 0) yield content;
}

/** Destination for the content of one part. */
export interface PartSink {
  write(chunk: Buffer): Promise<void>;
  close(): Promise<void>;
}

interface DecodedBackup extends Ending {
  readonly digests: PartDigest[];
}

export const damaged = 'the backup is damaged or incomplete';

/** Reads the whole backup. `openPart` returns `null` for a part whose content is only checked. */
export async function decodeBackup(
  source: AsyncIterable<Buffer>,
  openPart: (name: string) => Promise<PartSink | null>,
): Promise<DecodedBackup> {
  const digests: PartDigest[] = [];
  let part: OpenPart | null = null;
  let manifest: Buffer | null = null;
  let signature: Buffer | null = null;
  let ended = false;
  try {
    for await (const { letter, content } of decodeFrames(source)) {
      // Only the signature and the end may follow the manifest.
      const closes = letter === 'S' || letter === 'E';
      if (ended || closes !== (manifest !== null)) throw new BackupError(damaged);
      if (letter === 'D') {
        if (part === null) throw new BackupError(damaged);
        await part.write(content);
        continue;
      }
      const ending = part;
      part = null;
      if (ending !== null) digests.push(await ending.close());
      if (letter === 'P') part = await beginPart(content.toString('utf8'), openPart);
      else if (letter === 'M') manifest = content;
      else if (letter === 'S') signature = content;
      else ended = true;
    }
  } finally {
    await part?.sink?.close().catch(() => undefined);
  }
  if (!ended || manifest === null) throw new BackupError(damaged);
  return { digests, manifest, signature };
}

interface OpenPart {
  readonly sink: PartSink | null;
  write(chunk: Buffer): Promise<void>;
  close(): Promise<PartDigest>;
}

async function beginPart(
  name: string,
  openPart: (name: string) => Promise<PartSink | null>,
): Promise<OpenPart> {
  const hash = createHash('sha256');
  const sink = await openPart(name);
  let size = 0;
  return {
    sink,
    async write(chunk) {
      hash.update(chunk);
      size += chunk.length;
      await sink?.write(chunk);
    },
    async close() {
      await sink?.close();
      return { name, size, sha256: hash.digest('hex') };
    },
  };
}

interface Frame {
  readonly letter: Letter;
  readonly content: Buffer;
}

async function* decodeFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let pending: Buffer[] = [];
  let length = 0;
  // Number of bytes that the next step needs. The chunks are not joined before they have arrived.
  let needed = magic.length;
  let begun = false;
  for await (const chunk of source) {
    pending.push(chunk);
    length += chunk.length;
    if (length < needed) continue;
    let bytes = pending.length === 1 ? chunk : Buffer.concat(pending);
    if (!begun) {
      if (!bytes.subarray(0, magic.length).equals(magic)) throw new BackupError(notOurs);
      bytes = bytes.subarray(magic.length);
      begun = true;
    }
    for (;;) {
      needed = measureFrame(bytes);
      if (bytes.length < needed) break;
      const letter = readLetter(bytes);
      yield { letter, content: bytes.subarray(headLength, needed) };
      bytes = bytes.subarray(needed);
    }
    pending = bytes.length === 0 ? [] : [bytes];
    length = bytes.length;
  }
  if (!begun) throw new BackupError(notOurs);
  if (length > 0) throw new BackupError(damaged);
}

const notOurs = 'this is not a backup of TANREN';

/** Returns the length of the frame that begins here, or of its head while that is incomplete. */
function measureFrame(bytes: Buffer): number {
  if (bytes.length < headLength) return headLength;
  const length = bytes.readUInt32BE(1);
  if (length > longest[readLetter(bytes)]) throw new BackupError(damaged);
  return headLength + length;
}

function readLetter(bytes: Buffer): Letter {
  const name = bytes.toString('latin1', 0, 1);
  const letter = letters.find((each) => each === name);
  if (letter === undefined) throw new BackupError(damaged);
  return letter;
}

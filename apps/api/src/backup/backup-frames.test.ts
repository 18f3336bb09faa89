import { expect, test } from 'vitest';
import { BackupError } from './backup-error.ts';
import { decodeBackup, encodeBackup, type Part } from './backup-frames.ts';

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function* listParts(contents: Readonly<Record<string, Buffer>>): AsyncGenerator<Part> {
  for (const [name, bytes] of Object.entries(contents)) {
    yield { name, content: inPieces(bytes, 700_000) };
  }
}

const contents = {
  'a/': Buffer.alloc(0),
  'a/one': Buffer.from('first'),
  'a/two': Buffer.alloc(1_200_000, 7),
};

async function encode(parts: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const written: Buffer[] = [];
  const frames = encodeBackup(listParts(parts), (digests) => ({
    manifest: Buffer.from(JSON.stringify(digests)),
    signature: Buffer.alloc(32, 1),
  }));
  for await (const bytes of frames) written.push(bytes);
  return Buffer.concat(written);
}

async function decode(bytes: Buffer, pieces = 1_000) {
  const found: Record<string, Buffer> = {};
  const decoded = await decodeBackup(inPieces(bytes, pieces), async (name) => {
    const read: Buffer[] = [];
    return {
      write: async (chunk) => void read.push(Buffer.from(chunk)),
      close: async () => void (found[name] = Buffer.concat(read)),
    };
  });
  return { found, ...decoded };
}

test.each([111, 65_536, 10_000_000])(
  'restores every part of a backup when it arrives in pieces of %i',
  async (size) => {
    const { found, digests, manifest } = await decode(await encode(contents), size);
    expect(Object.keys(found)).toEqual(Object.keys(contents));
    for (const [name, bytes] of Object.entries(contents)) {
      expect(found[name]?.equals(bytes)).toBe(true);
    }
    expect(JSON.parse(manifest.toString())).toEqual(digests);
    expect(digests.map(({ name, size: bytes }) => [name, bytes])).toEqual([
      ['a/', 0],
      ['a/one', 5],
      ['a/two', 1_200_000],
    ]);
  },
);

test('rejects a backup that is cut off at any point', async () => {
  const bytes = await encode({ one: Buffer.from('first') });
  for (let length = 0; length < bytes.length; length += 1) {
    await expect(decode(bytes.subarray(0, length))).rejects.toThrow(BackupError);
  }
  await expect(decode(Buffer.concat([bytes, Buffer.from('E')]))).rejects.toThrow(BackupError);
});

test('detects every changed byte, by the format or by a digest', async () => {
  const bytes = await encode({ one: Buffer.from('first') });
  const whole = await decode(bytes);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
    const noticed = await decode(changed).then(
      ({ digests, manifest, signature }) =>
        JSON.stringify(digests) !== JSON.stringify(whole.digests) ||
        !manifest.equals(whole.manifest) ||
        signature?.equals(Buffer.alloc(32, 1)) !== true,
      (error: unknown) => error instanceof BackupError,
    );
    expect({ at, noticed }).toEqual({ at, noticed: true });
  }
});

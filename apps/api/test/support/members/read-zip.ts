import { crc32, inflateRawSync } from 'node:zlib';

const centralEntry = 0x02014b50;
const endOfDirectory = 0x06054b50;

/** Reads the files of a small zip archive as text from the directory at its end, as unzip does. */
export function readZip(zip: Buffer): Map<string, string> {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== endOfDirectory) throw new Error('The archive has no end');
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt32LE(at) !== centralEntry) throw new Error('The directory is damaged');
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const data = inflateRawSync(readCompressed(zip, at));
    if (crc32(data) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    // TextDecoder would remove the byte order mark that some tests check.
    files.set(name, data.toString('utf8'));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

function readCompressed(zip: Buffer, entry: number): Buffer {
  const local = zip.readUInt32LE(entry + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  return zip.subarray(start, start + zip.readUInt32LE(entry + 20));
}

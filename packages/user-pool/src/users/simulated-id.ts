import { keyedHash, toUuid } from '#crypto/pool-secrets.ts';
import { maskEmail, normalizeEmail } from './email-address.ts';

/*
 * Whoever asks for a reset is told the first letters of the address, by address or by id. A real
 * user's come from the row; those of a name that nobody has must be the same both ways too, and
 * nothing is stored of it. So its id carries them: the last two bytes, under a pad that the rest
 * of the id and a key give. Of an id that somebody made up, the same two bytes give letters as well.
 */
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const nameLetters = spread(`${digits}.!#$%&'*+/=?^_\`{|}~-`);
const hostLetters = spread(digits);

/** One place for each rare one; letters share the other 256, as addresses begin with them. */
function spread(rare: string): string {
  return rare + alphabet.repeat(10).slice(0, 256 - rare.length);
}

export function simulateSub(key: Buffer, name: string): string {
  const hash = keyedHash(key, 'sub', name);
  const id = toBytes(toUuid(hash));
  const email = normalizeEmail(name);
  if (email !== null) {
    const pad = maskPad(key, id);
    const choose = (letters: string, letter: string, at: number) => {
      const places = Array.from(letters, (_, place) => place).filter(
        (place) => letters.charAt(place) === letter,
      );
      return places[hash.readUInt8(16 + at) % places.length] ?? 0;
    };
    const [, host = ''] = email.split('@');
    id.writeUInt8(choose(nameLetters, email.charAt(0), 0) ^ pad.readUInt8(0), 14);
    id.writeUInt8(choose(hostLetters, host.charAt(0), 1) ^ pad.readUInt8(1), 15);
  }
  return toUuid(id);
}

export function readSimulatedMask(key: Buffer, sub: string): string {
  const id = toBytes(sub);
  const pad = maskPad(key, id);
  const name = nameLetters.charAt(id.readUInt8(14) ^ pad.readUInt8(0));
  const host = hostLetters.charAt(id.readUInt8(15) ^ pad.readUInt8(1));
  return maskEmail(`${name}@${host}`);
}

function maskPad(key: Buffer, id: Buffer): Buffer {
  return keyedHash(key, 'mask', id.subarray(0, 14).toString('hex'));
}

function toBytes(sub: string): Buffer {
  return Buffer.from(sub.replaceAll('-', ''), 'hex');
}

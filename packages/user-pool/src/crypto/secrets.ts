import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const purposes = [
  'credential',
  'totp',
  'handshake',
  'challenge',
  'code',
  'throttle',
  'simulation',
  'familiar-client',
  'identity',
  'refresh-token',
] as const;

type PoolSecretName = (typeof purposes)[number];
export type PoolSecrets = Readonly<Record<PoolSecretName, Buffer>>;

/** Derives one key for each use, so that a leaked key does not affect the other uses. */
export function derivePoolSecrets(root: Buffer, poolId: string): PoolSecrets {
  const derive = (purpose: PoolSecretName) =>
    Buffer.from(hkdfSync('sha256', root, poolId, `tanren user pool: ${purpose}`, 32));
  return Object.fromEntries(purposes.map((name) => [name, derive(name)])) as PoolSecrets;
}

/**
 * Hashes the parts with their lengths, so that ("ab", "c") and ("a", "bc") give different results.
 */
export function keyedHash(key: Buffer, ...parts: readonly string[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) {
    const bytes = Buffer.from(part);
    mac.update(`${bytes.length}:`).update(bytes);
  }
  return mac.digest();
}

export function toUuid(bytes: Buffer): string {
  const b = Buffer.from(bytes.subarray(0, 16));
  b.writeUInt8((b.readUInt8(6) & 0x0f) | 0x40, 6);
  b.writeUInt8((b.readUInt8(8) & 0x3f) | 0x80, 8);
  return b.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const ivLength = 12;
const tagLength = 16;

/** Encrypts with AES-256-GCM. `boundTo` names the purpose; decryption needs the same value. */
export function seal(key: Buffer, plain: Buffer, boundTo: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function unseal(key: Buffer, sealed: Buffer, boundTo: string): Buffer | null {
  if (sealed.length < ivLength + tagLength) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-tagLength));
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(ivLength, -tagLength)),
      decipher.final(),
    ]);
  } catch {
    return null;
  }
}

/** Makes a ticket of 256 random bits. It cannot be guessed, so the database stores a plain hash. */
export function createTicket(): { ticket: string; hash: Buffer } {
  const ticket = randomBytes(32).toString('base64url');
  return { ticket, hash: hashTicket(ticket) };
}

export function hashTicket(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes as base32 (RFC 4648) without padding. */
export function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

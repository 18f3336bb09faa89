import { createHmac, hkdfSync } from 'node:crypto';

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

export type PoolSecretName = (typeof purposes)[number];
export type PoolSecrets = Readonly<Record<PoolSecretName, Buffer>>;

/** One key for each use, so that what leaks in one place opens nothing elsewhere. */
export function derivePoolSecrets(root: Buffer, poolId: string): PoolSecrets {
  const derive = (purpose: PoolSecretName) =>
    Buffer.from(hkdfSync('sha256', root, poolId, `tanren user pool: ${purpose}`, 32));
  return Object.fromEntries(purposes.map((name) => [name, derive(name)])) as PoolSecrets;
}

/** The parts are framed: ("ab", "c") and ("a", "bc") give different results. */
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

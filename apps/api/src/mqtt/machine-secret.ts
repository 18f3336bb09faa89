import { createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

interface MachineSecret {
  /** The secret, which is stored only in the machine. */
  readonly secret: string;
  readonly secretHash: string;
  readonly linkKey: Buffer;
}

/**
 * Mosquitto's default number of iterations. Stretching protects weak passwords, but a secret of 256
 * random bits cannot be guessed without it either.
 */
const iterations = 101;
const hashBytes = 64;

export function createMachineSecret(): MachineSecret {
  let secret: string;
  // A secret that begins with a dash would be read as an option on a command line.
  do secret = randomBytes(32).toString('base64url');
  while (secret.startsWith('-'));
  return { secret, secretHash: hashSecret(secret), linkKey: deriveLinkKey(secret) };
}

/** Returns the hash in the format of Mosquitto's password file: `$7$iterations$salt$hash`. */
export function hashSecret(secret: string | Buffer, salt: Buffer = randomBytes(12)): string {
  const hash = pbkdf2Sync(secret, salt, iterations, hashBytes, 'sha512');
  return `$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

export function verifyMachineSecret(secretHash: string, password: Buffer): boolean {
  const [, version, rounds, salt, hash] = secretHash.split('$');
  if (version !== '7' || salt === undefined || hash === undefined) return false;
  const known = Buffer.from(hash, 'base64');
  const given = pbkdf2Sync(
    password,
    Buffer.from(salt, 'base64'),
    Number(rounds),
    hashBytes,
    'sha512',
  );
  return known.length === given.length && timingSafeEqual(known, given);
}

/**
 * Returns the key with which the machine makes link codes. The secret cannot be derived from it.
 */
export function deriveLinkKey(secret: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'base64url')).update('tanren link code').digest();
}

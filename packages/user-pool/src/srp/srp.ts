import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { power, powerOfProduct } from './exponentiation.ts';
import {
  fromBytes,
  generator,
  hash,
  multiplier,
  powerOfGenerator,
  prime,
  toSignedBytes,
} from './group.ts';

export interface SrpCredential {
  readonly salt: Buffer;
  readonly verifier: bigint;
}

/**
 * Computes the verifier. It depends on the pool's name and the user's id, so neither may ever
 * change.
 */
export async function computeVerifier(
  poolName: string,
  userId: string,
  password: string,
  salt: Buffer,
): Promise<bigint> {
  const identity = hash(Buffer.from(`${poolName}${userId}:${password}`));
  const exponent = hash(toSignedBytes(fromBytes(salt)), identity);
  const verifier = await power(generator, exponent);
  if (verifier === null) throw new Error('No verifier for this exponent');
  return verifier;
}

export interface ServerEphemeral {
  readonly secret: Buffer;
  readonly shared: bigint;
}

/** Computes B = k·v + g^b. */
export function createServerEphemeral(verifier: bigint): ServerEphemeral {
  for (;;) {
    const secret = randomBytes(32);
    const shared = (multiplier * verifier + powerOfGenerator(secret)) % prime;
    if (shared !== 0n) return { secret, shared };
  }
}

/** Derives K from S = (A · v^u)^b. Returns `null` when the client's half can only be an attack. */
export async function deriveSessionKey(
  clientShared: bigint,
  server: ServerEphemeral,
  verifier: bigint,
): Promise<Buffer | null> {
  if (clientShared % prime === 0n) return null;
  const scrambler = hash(toSignedBytes(clientShared), toSignedBytes(server.shared));
  const secret = await powerOfProduct(clientShared, verifier, scrambler, server.secret);
  if (secret === null) return null;
  const salt = toSignedBytes(fromBytes(scrambler));
  return Buffer.from(hkdfSync('sha256', toSignedBytes(secret), salt, 'Caldera Derived Key', 16));
}

export function signClaim(
  sessionKey: Buffer,
  poolName: string,
  userId: string,
  secretBlock: Buffer,
  timestamp: string,
): Buffer {
  return createHmac('sha256', sessionKey)
    .update(poolName)
    .update(userId)
    .update(secretBlock)
    .update(timestamp)
    .digest();
}

const days = 'Sun|Mon|Tue|Wed|Thu|Fri|Sat';
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const claimTimestamp = new RegExp(
  `^(?:${days}) (?:${months}) (?:[1-9]|[12]\\d|3[01]) (?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d UTC \\d{4}$`,
);

/**
 * Returns whether the timestamp has the right format. The sealed handshake proves freshness by the
 * server's clock. Comparing with the client's clock would reject members whose phone is a few
 * minutes off.
 */
export function isClaimTimestamp(text: string): boolean {
  return claimTimestamp.test(text);
}

import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { powerOfProduct } from './exponentiation.ts';
import { fromBytes, hash, multiplier, prime, toSignedBytes } from './group.ts';
import { powerOfGenerator } from './power-of-generator.ts';

export interface ServerEphemeral {
  readonly secret: Buffer;
  readonly shared: bigint;
}

/** B = k·v + g^b */
export function createServerEphemeral(verifier: bigint): ServerEphemeral {
  for (;;) {
    const secret = randomBytes(32);
    const shared = (multiplier * verifier + powerOfGenerator(secret)) % prime;
    if (shared !== 0n) return { secret, shared };
  }
}

/** K from S = (A · v^u)^b; null when the client's half can only be an attack. */
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

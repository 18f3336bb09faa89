import { createHash, getDiffieHellman } from 'node:crypto';

/** The 3072-bit prime of RFC 3526 that Cognito's clients are built with; its generator is 2. */
export const primeBytes = getDiffieHellman('modp15').getPrime();
export const prime = fromBytes(primeBytes);
export const generator = 2n;

export function fromBytes(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
}

/**
 * Java's two's complement form, which both sides hash: of the NUMBER, so leading zeros of a
 * salt vanish. Padding the text instead fails for one salt in 256.
 */
export function toSignedBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

export function hash(...parts: readonly Buffer[]): Buffer {
  const sha = createHash('sha256');
  for (const part of parts) sha.update(part);
  return sha.digest();
}

export const multiplier = fromBytes(hash(toSignedBytes(prime), toSignedBytes(generator)));

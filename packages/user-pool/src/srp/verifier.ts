import { power } from './exponentiation.ts';
import { fromBytes, generator, hash, toSignedBytes } from './group.ts';

export interface SrpCredential {
  readonly salt: Buffer;
  readonly verifier: bigint;
}

/** Bound to the pool's name and the user's id: neither may ever change. */
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

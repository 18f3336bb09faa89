import { randomBytes } from 'node:crypto';
import { seal, unseal } from '#crypto/secrets.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import { fromBytes } from '#srp/group.ts';
import { computeVerifier, type SrpCredential } from '#srp/srp.ts';

const saltLength = 16;
const verifierLength = 384;

/** Parts of the pool that a credential needs. Seeding has no complete pool. */
type CredentialMaker = Pick<PoolContext, 'poolName' | 'secrets'>;

/**
 * Makes a sealed credential. A verifier comes from one fast hash, so a stolen table must be
 * useless.
 */
export async function createCredential(
  pool: CredentialMaker,
  sub: string,
  password: string,
): Promise<Buffer> {
  const salt = randomBytes(saltLength);
  const verifier = await computeVerifier(pool.poolName, sub, password, salt);
  return sealCredential(pool, sub, { salt, verifier });
}

export function sealCredential(
  pool: CredentialMaker,
  sub: string,
  { salt, verifier }: SrpCredential,
): Buffer {
  const bytes = Buffer.from(verifier.toString(16).padStart(verifierLength * 2, '0'), 'hex');
  return seal(pool.secrets.credential, Buffer.concat([salt, bytes]), sub);
}

export function openCredential(pool: CredentialMaker, sub: string, sealed: Buffer): SrpCredential {
  const plain = unseal(pool.secrets.credential, sealed, sub);
  if (plain === null) throw new Error(`The credential of ${sub} does not open with this root key`);
  return {
    salt: plain.subarray(0, saltLength),
    verifier: fromBytes(plain.subarray(saltLength)),
  };
}

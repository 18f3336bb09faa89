import { timingSafeEqual } from 'node:crypto';
import type { PoolContext } from '#pool-context.ts';
import { toSignedBytes } from '#srp/group.ts';
import { computeVerifier } from '#srp/verifier.ts';
import type { Account } from './account.ts';

/** For calls that carry the password itself. */
export async function checkPassword(
  pool: Pick<PoolContext, 'poolName'>,
  account: Pick<Account, 'sub' | 'credential'>,
  password: string,
): Promise<boolean> {
  const { salt, verifier } = account.credential;
  const given = toSignedBytes(await computeVerifier(pool.poolName, account.sub, password, salt));
  const kept = toSignedBytes(verifier);
  return given.length === kept.length && timingSafeEqual(given, kept);
}

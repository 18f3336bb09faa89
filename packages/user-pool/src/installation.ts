import { keyedHash } from '#crypto/pool-secrets.ts';
import { userPoolInstallation } from '#schema/installation.ts';
import type { UserPoolOptions } from './user-pool-options.ts';

/**
 * Passwords open only with the root key and the pool id they were made with. A node that comes
 * with others would refuse every member one by one: it must not start at all.
 */
export async function claimInstallation({
  db,
  keys,
  poolId,
}: Pick<UserPoolOptions, 'db' | 'keys' | 'poolId'>): Promise<void> {
  const keyFingerprint = keyedHash(keys.root, 'fingerprint');
  await db
    .insert(userPoolInstallation)
    .values({ id: 1, poolId, keyFingerprint })
    .onConflictDoNothing();
  const [row] = await db.select().from(userPoolInstallation);
  if (row?.poolId !== poolId) {
    throw new Error(`This database belongs to the user pool ${row?.poolId ?? ''}, not ${poolId}`);
  }
  if (!row.keyFingerprint.equals(keyFingerprint)) {
    throw new Error('This database was made with another root key than the one in the key file');
  }
}

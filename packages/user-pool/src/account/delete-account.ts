import { eq } from 'drizzle-orm';
import { deleteCode } from '#codes/codes.store.ts';
import { codeKey } from '#codes/mailed-codes.ts';
import type { PoolTransaction } from '#database.ts';
import type { PoolContext } from '#pool-context.ts';
import { codePurposes } from '#schema/codes.ts';
import { userPoolUsers } from '#schema/users.ts';

/**
 * Sessions and tokens go with the row; what else is the user's goes in the same transaction.
 * False when there was no such account.
 */
export async function deleteAccount(
  tx: PoolTransaction,
  pool: Pick<PoolContext, 'secrets' | 'onUserDeleted'>,
  sub: string,
): Promise<boolean> {
  await pool.onUserDeleted(tx, sub);
  // They carry no user's id, so nothing cascades; one may hold an address.
  for (const purpose of codePurposes) await deleteCode(tx, codeKey(pool, purpose, sub));
  const gone = await tx
    .delete(userPoolUsers)
    .where(eq(userPoolUsers.sub, sub))
    .returning({ sub: userPoolUsers.sub });
  return gone.length > 0;
}

import { eq } from 'drizzle-orm';
import * as Type from 'typebox';
import { deliverAfterwards } from '#codes/code-delivery.ts';
import { deleteCode } from '#codes/codes.store.ts';
import { codeKey } from '#codes/mailed-codes.ts';
import { logEvent } from '#events/record-event.ts';
import { writeAccountDeleted } from '#mail/security-letters.ts';
import { operation, Token } from '#pool/operation.ts';
import type { PoolContext, PoolTransaction } from '#pool/pool-context.ts';
import { codePurposes } from '#schema/codes.ts';
import { userPoolUsers } from '#schema/users.ts';
import { requireRecentAuthentication } from '#tokens/verify-tokens.ts';

/**
 * Deletes an account. The database deletes sessions and tokens with the row, and `onUserDeleted`
 * removes the user's other data in the same transaction. Returns `false` without such an account.
 */
export async function deleteAccount(
  tx: PoolTransaction,
  pool: Pick<PoolContext, 'secrets' | 'onUserDeleted'>,
  sub: string,
): Promise<boolean> {
  await pool.onUserDeleted(tx, sub);
  // Codes have no foreign key to the user, so no cascade deletes them. One may contain an address.
  for (const purpose of codePurposes) await deleteCode(tx, codeKey(pool, purpose, sub));
  const gone = await tx
    .delete(userPoolUsers)
    .where(eq(userPoolUsers.sub, sub))
    .returning({ sub: userPoolUsers.sub });
  return gone.length > 0;
}

export const deleteUser = operation(
  Type.Object({ AccessToken: Token }),
  async (pool, input, call) => {
    const verified = await pool.verifyAccessToken(input.AccessToken);
    requireRecentAuthentication(pool, verified);
    const { user } = verified;
    await pool.db.transaction(async (tx) => await deleteAccount(tx, pool, user.sub));
    // The events are deleted with the account, so only the log records the deletion.
    logEvent(call, { sub: user.sub, operation: 'account-deletion' });
    deliverAfterwards(pool, call, { to: user.email, ...writeAccountDeleted() });
    return {};
  },
);

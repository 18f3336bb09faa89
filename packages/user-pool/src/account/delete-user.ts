import { eq } from 'drizzle-orm';
import * as Type from 'typebox';
import { deleteCode } from '#codes/codes.store.ts';
import { codeKey } from '#codes/mailed-codes.ts';
import { codePurposes } from '#schema/codes.ts';
import { userPoolUsers } from '#schema/users.ts';
import { Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';

/** Sessions and tokens go with the row; what else is the user's goes in the same transaction. */
export const deleteUser = operation(Type.Object({ AccessToken: Token }), async (pool, input) => {
  const { user } = await pool.verifyAccessToken(input.AccessToken);
  await pool.db.transaction(async (tx) => {
    await pool.onUserDeleted(tx, user.sub);
    // They carry no user's id, so nothing cascades; one may hold an address.
    for (const purpose of codePurposes) await deleteCode(tx, codeKey(pool, purpose, user.sub));
    await tx.delete(userPoolUsers).where(eq(userPoolUsers.sub, user.sub));
  });
  return {};
});

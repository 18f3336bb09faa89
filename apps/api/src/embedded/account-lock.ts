import { userPoolUsers } from '@tanren/user-pool/schema/users';
import { eq } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Transaction } from '#db/database.ts';

/** Deleting waits for everybody who holds the account; changing its password does not. */
export const holdAccount: HoldAccount = async (tx, sub) => {
  const held = await tx
    .select({ sub: userPoolUsers.sub })
    .from(userPoolUsers)
    .where(eq(userPoolUsers.sub, sub))
    .for('key share');
  if (held.length === 0) throw new AppError('unauthenticated');
};

/** Before erasing: waits for those who hold the account, and lets nobody hold it any more. */
export async function closeAccount(tx: Transaction, sub: string): Promise<void> {
  await tx
    .select({ sub: userPoolUsers.sub })
    .from(userPoolUsers)
    .where(eq(userPoolUsers.sub, sub))
    .for('update');
}

import { userPoolUsers } from '@tanren/user-pool/schema/users';
import { eq } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import { type HoldAccount, holdsRole } from '#policies/accounts.ts';
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

/**
 * Before erasing: waits for those who hold the account, and lets nobody hold it any more, nor give
 * it a role. Throws `role_held` when it has one.
 */
export async function closeAccount(tx: Transaction, sub: string): Promise<void> {
  const [closed] = await tx
    .select({ groups: userPoolUsers.groups })
    .from(userPoolUsers)
    .where(eq(userPoolUsers.sub, sub))
    .for('update');
  if (closed !== undefined && holdsRole(closed.groups)) throw new AppError('role_held');
}

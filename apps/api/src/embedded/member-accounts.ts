import {
  deleteUserAccount,
  findAccountByEmail,
  listAccounts,
} from '@tanren/user-pool/administration';
import type { UserPoolOptions } from '@tanren/user-pool/user-pool-options';
import type { Queryable, Transaction } from '#db/database.ts';
import { closeAccount } from './account-lock.ts';

/** The accounts of our own pool, for staff. */
export function openMemberAccounts(pool: UserPoolOptions) {
  return {
    listBySub: listAccounts,
    findByEmail: async (db: Queryable, email: string) => await findAccountByEmail(db, email),
    close: closeAccount,
    delete: async (tx: Transaction, sub: string) => await deleteUserAccount(tx, pool, sub),
  };
}

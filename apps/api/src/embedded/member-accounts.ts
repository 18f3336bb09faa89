import {
  deleteUserAccount,
  endUserSessions,
  findAccountByEmail,
  listAccounts,
  readAccountSafety,
  removeUserTotp,
} from '@tanren/user-pool/administration';
import {
  writeDeletedByStaff,
  writeEndedByStaff,
  writeTotpRemovedByStaff,
} from '@tanren/user-pool/mail/security-letters';
import { tell } from '@tanren/user-pool/tokens/devices';
import type { UserPoolOptions } from '@tanren/user-pool/user-pool-options';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable, Transaction } from '#db/database.ts';
import { readSource } from './account-devices.ts';
import { closeAccount } from './account-lock.ts';

interface RequestSource {
  readonly address: string;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
}

const letters = {
  deleted: writeDeletedByStaff,
  'signed-out': writeEndedByStaff,
  'totp-removed': writeTotpRemovedByStaff,
};

/** The accounts of our own pool, for staff. */
export function openMemberAccounts(pool: UserPoolOptions) {
  return {
    listBySub: listAccounts,
    findByEmail: async (db: Queryable, email: string) => await findAccountByEmail(db, email),
    close: closeAccount,
    readSafety: readAccountSafety,
    endSessions: async (tx: Transaction, source: RequestSource, sub: string) => {
      await endUserSessions(tx, pool, readSource(source), sub);
    },
    removeTotp: async (tx: Transaction, source: RequestSource, sub: string) =>
      await removeUserTotp(tx, pool, readSource(source), sub),
    follow: async (
      source: RequestSource,
      { member, email }: { readonly member: string; readonly email: string | null },
      what: keyof typeof letters,
    ) => {
      if (what !== 'deleted') await pool.onSignedOut?.(member);
      if (email !== null) await tell(pool, readSource(source), email, letters[what]());
    },
    delete: async (tx: Transaction, sub: string) => await deleteUserAccount(tx, pool, sub),
  };
}

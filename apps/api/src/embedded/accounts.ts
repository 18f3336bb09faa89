import {
  deleteUserAccount,
  endUserSessions,
  findAccountByEmail,
  listAccounts,
  readAccountSafety,
  removeUserTotp,
} from '@tanren/user-pool/administration';
import type { EventSource } from '@tanren/user-pool/events/record-event';
import {
  writeDeletedByStaff,
  writeEndedByStaff,
  writeTotpRemovedByStaff,
} from '@tanren/user-pool/mail/security-letters';
import { authenticationEvents } from '@tanren/user-pool/schema/authentication-events';
import { userPoolUsers } from '@tanren/user-pool/schema/users';
import { toClientNetwork } from '@tanren/user-pool/throttle/clients';
import {
  announceEndedDevice,
  announceEndedOthers,
  endDevice,
  endOtherDevices,
  listDevices,
  mailOwner,
} from '@tanren/user-pool/tokens/devices';
import {
  announceRecoveryCodes,
  countRecoveryCodes,
  renewRecoveryCodes,
} from '@tanren/user-pool/totp/recovery-codes';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { AfterCommit } from '#db/open-transaction.ts';
import { cutPage, isBefore, readTimeCursor, selectMicros } from '#db/time-cursor.ts';
import { type LockAccount, holdsRole } from '#modules/identity/accounts.service.ts';

interface Requester {
  readonly sub: string;
  readonly address: string;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  readonly afterCommit: AfterCommit;
}

interface EventPageRequest {
  readonly sub: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Opens the sign-ins of the embedded pool to their owner. */
export function openAccountDevices(pool: UserPoolOptions) {
  return {
    list: async (db: Queryable, sub: string) => await listDevices(db, sub, pool.now()),
    end: async (db: Queryable, requester: Requester, device: string) => {
      const { sub, afterCommit } = requester;
      const source = readSource(requester);
      const name = await endDevice(db, pool, source, sub, device);
      if (name === null) return false;
      await afterCommit(() => announceEndedDevice(pool, source, sub, name));
      return true;
    },
    endOthers: async (db: Queryable, requester: Requester, keep: string) => {
      const { sub, afterCommit } = requester;
      const source = readSource(requester);
      const ended = await endOtherDevices(db, pool, source, sub, keep);
      if (ended > 0) await afterCommit(() => announceEndedOthers(pool, source, sub));
      return ended;
    },
    countRecoveryCodes,
    renewRecoveryCodes: async (db: Queryable, requester: Requester) => {
      const source = readSource(requester);
      const renewed = await renewRecoveryCodes(db, pool, source, requester.sub);
      if (renewed === null) return null;
      await requester.afterCommit(() => announceRecoveryCodes(pool, source, renewed));
      return renewed.codes;
    },
    listEvents: async (db: Queryable, { sub, cursor, limit }: EventPageRequest) => {
      const { id, at, operation, outcome, network, requestId } = authenticationEvents;
      const found = await db
        .select({ id, at, operation, outcome, network, requestId, micros: selectMicros(at) })
        .from(authenticationEvents)
        .where(
          and(
            eq(authenticationEvents.sub, sub),
            cursor === null ? undefined : isBefore(at, id, readTimeCursor(cursor)),
          ),
        )
        .orderBy(desc(at), desc(id))
        .limit(limit + 1);
      const { items, nextCursor } = cutPage(found, limit);
      return { items: items.map(({ micros: _, ...event }) => event), nextCursor };
    },
  };
}

function readSource({
  address,
  requestId,
  log,
}: Pick<Requester, 'address' | 'requestId' | 'log'>): EventSource {
  return { clientNetwork: toClientNetwork(address), requestId, log };
}

/**
 * Locks the account against deletion until the transaction ends. A change of the password is not
 * blocked. Throws `unauthenticated` when the account does not exist.
 */
export const lockAccount: LockAccount = async (tx, sub) => {
  const locked = await tx
    .select({ sub: userPoolUsers.sub })
    .from(userPoolUsers)
    .where(eq(userPoolUsers.sub, sub))
    .for('key share');
  if (locked.length === 0) throw new AppError('unauthenticated');
};

/**
 * Locks an account that will be erased or lose its authenticator app. Waits for all transactions
 * that hold it with `lockAccount`, and blocks new ones and changes of its roles. Throws `role_held`
 * when the account has a role.
 */
export async function closeAccount(tx: Transaction, sub: string): Promise<void> {
  const [closed] = await tx
    .select({ groups: userPoolUsers.groups })
    .from(userPoolUsers)
    .where(eq(userPoolUsers.sub, sub))
    .for('update');
  if (closed !== undefined && holdsRole(closed.groups)) throw new AppError('role_held');
}

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

/** Opens the accounts of the embedded pool to staff. */
export function openMemberAccounts(pool: UserPoolOptions) {
  return {
    listBySub: listAccounts,
    findByEmail: async (db: Queryable, email: string) => await findAccountByEmail(db, email),
    close: closeAccount,
    readSafety: async (db: Queryable, sub: string, now: Date) => {
      const safety = await readAccountSafety(db, sub, now);
      if (safety === null) return null;
      const { devices, totpEnabled, groups } = safety;
      return { devices, totpEnabled, holdsRole: holdsRole(groups) };
    },
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
      if (email !== null) await mailOwner(pool, readSource(source), email, letters[what]());
    },
    delete: async (tx: Transaction, sub: string) => await deleteUserAccount(tx, pool, sub),
  };
}

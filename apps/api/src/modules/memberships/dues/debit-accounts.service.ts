import { hkdfSync } from 'node:crypto';
import {
  type AccountTextError,
  type DebitAccount,
  debitAccountLengths,
  type DuesCollector,
  findAccountTextError,
  normalizeAccountText,
} from '@tanren/domain/memberships/debit-accounts';
import type { ProblemField } from '@tanren/contract/problem';
import { seal, unseal } from '@tanren/user-pool/crypto/secrets';
import { eq, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { debitAccounts, duesCollectors } from '#db/schema/dues.ts';
import { findMembership, lockMembership } from '#modules/memberships/membership-rows.ts';
import { requireGym } from '#modules/memberships/staff-memberships.service.ts';
import { findPlace } from '#modules/memberships/staff-memberships.store.ts';
import { logAuditEntry } from '#modules/staff/audit-log.service.ts';
import type { DuesParts } from './month-dues.service.ts';

/**
 * Derives the key that encrypts bank accounts, so that the database alone does not reveal them. It
 * comes from the key of the trainers' codes, which is stored outside the database and is the same on
 * all nodes.
 */
export function deriveDebitKey(trainerCodeKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', trainerCodeKey, '', 'debit accounts', 32));
}

export interface DebitParts extends DuesParts {
  readonly debitKey: Buffer;
}

const boundToMembership = (membershipId: number) => `debit account of membership ${membershipId}`;
const boundToGym = (gymId: number) => `dues collector of gym ${gymId}`;

function sealJson(key: Buffer, value: object, boundTo: string): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value)), boundTo);
}

function unsealJson(key: Buffer, sealed: Buffer, boundTo: string): unknown {
  const plain = unseal(key, sealed, boundTo);
  if (plain === null) throw new Error(`the ${boundTo} was sealed with another key`);
  return JSON.parse(plain.toString());
}

export function openAccount(key: Buffer, membershipId: number, sealed: Buffer): DebitAccount {
  return unsealJson(key, sealed, boundToMembership(membershipId)) as DebitAccount;
}

type AccountName = keyof typeof debitAccountLengths;
const accountNames = Object.keys(debitAccountLengths) as AccountName[];

/** Reads the texts of an account as the banks' files have them. */
function readAccount<A extends DebitAccount | DuesCollector>(sent: A): A {
  const names = accountNames.filter((name) => Object.hasOwn(sent, name));
  const typed = (name: AccountName) => (sent as Partial<Record<AccountName, string>>)[name] ?? '';
  const fields = names.flatMap((name): ProblemField[] => {
    const error: AccountTextError | null = findAccountTextError(name, typed(name));
    return error === null ? [] : [{ path: `/${name}`, in: 'body', message: error }];
  });
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
  const texts = names.map((name) => [name, normalizeAccountText(name, typed(name))]);
  return { ...sent, ...(Object.fromEntries(texts) as Partial<A>) };
}

interface OneMembership {
  readonly staffSub: string;
  readonly membershipId: number;
}

/** Reads the account of a membership. Each view is logged. */
export async function viewAccount(
  db: Queryable,
  { lockAccount, debitKey }: DebitParts,
  { staffSub, membershipId }: OneMembership,
  now: Date,
): Promise<DebitAccount | null> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const { sub, gymId } = await findPlace(tx, membershipId);
    const target = await requireGym(tx, gymId);
    const about = sub === null ? {} : { memberSub: sub };
    await logAuditEntry(tx, { staffSub, action: 'dues.account-view', target, ...about }, now);
    const { sealed } = debitAccounts;
    const [found] = await tx
      .select({ sealed })
      .from(debitAccounts)
      .where(eq(debitAccounts.membershipId, membershipId));
    return found === undefined ? null : openAccount(debitKey, membershipId, found.sealed);
  });
}

/** Stores the account of a membership, or deletes it for `null`. */
export async function setAccount(
  db: Queryable,
  { lockAccount, debitKey }: DebitParts,
  { staffSub, membershipId, ...sent }: OneMembership & { readonly account: DebitAccount | null },
  now: Date,
): Promise<DebitAccount | null> {
  const account = sent.account === null ? null : readAccount(sent.account);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const gym = await lockMembership(tx, await findPlace(tx, membershipId));
    // The lock of the row lets one change after the other see the account before.
    const locked = await findMembership(tx, membershipId);
    if (locked === null) throw new AppError('not_found');
    const { sub } = locked.row;
    if (account === null) {
      await tx.delete(debitAccounts).where(eq(debitAccounts.membershipId, membershipId));
    } else {
      const sealed = sealJson(debitKey, account, boundToMembership(membershipId));
      const values = { membershipId, sealed, updatedAt: now };
      await tx
        .insert(debitAccounts)
        .values(values)
        .onConflictDoUpdate({
          target: debitAccounts.membershipId,
          set: {
            sealed,
            updatedAt: now,
            // An account that the bank has never used is still a new one.
            registration: sql`case ${debitAccounts.registration} when 'new' then 'new' else 'changed' end`,
          },
        });
    }
    const about = sub === null ? {} : { memberSub: sub };
    const action = account === null ? 'dues.account-delete' : 'dues.account';
    await logAuditEntry(tx, { staffSub, action, target: gym.name, ...about }, now);
    return account;
  });
}

export async function readCollector(
  db: Queryable,
  { debitKey }: Pick<DebitParts, 'debitKey'>,
  gymId: number,
): Promise<DuesCollector | null> {
  await requireGym(db, gymId);
  const { sealed } = duesCollectors;
  const [found] = await db
    .select({ sealed })
    .from(duesCollectors)
    .where(eq(duesCollectors.gymId, gymId));
  return found === undefined
    ? null
    : (unsealJson(debitKey, found.sealed, boundToGym(gymId)) as DuesCollector);
}

interface SentCollector {
  readonly staffSub: string;
  readonly gymId: number;
  readonly collector: DuesCollector;
}

export async function setCollector(
  db: Queryable,
  { lockAccount, debitKey }: DebitParts,
  { staffSub, gymId, ...sent }: SentCollector,
  now: Date,
): Promise<DuesCollector> {
  const collector = readAccount(sent.collector);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const target = await requireGym(tx, gymId);
    const sealed = sealJson(debitKey, collector, boundToGym(gymId));
    const set = { sealed, updatedAt: now };
    await tx
      .insert(duesCollectors)
      .values({ gymId, ...set })
      .onConflictDoUpdate({ target: duesCollectors.gymId, set });
    await logAuditEntry(tx, { staffSub, action: 'dues.collector', target }, now);
    return collector;
  });
}

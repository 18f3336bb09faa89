import type { DuesTransfer } from '@tanren/contract/memberships/staff-dues';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  debitAccounts,
  duesTransferItems,
  type DuesTransferRow,
  duesTransfers,
} from '#db/schema/dues.ts';

interface GymMonth {
  readonly gymId: number;
  readonly month: string;
}

/** Lets one transaction at a time make files of a gym or import their results. */
export async function lockTransfers(tx: Transaction, gymId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.duesTransfers}, ${gymId})`);
}

export async function selectTransfers(
  db: Queryable,
  { gymId, month }: GymMonth,
): Promise<DuesTransferRow[]> {
  return await db
    .select()
    .from(duesTransfers)
    .where(and(eq(duesTransfers.gymId, gymId), eq(duesTransfers.month, month)))
    .orderBy(desc(duesTransfers.onDay));
}

/** Describes the transfer files of a month with their sums, newest first. */
export async function listTransfers(db: Queryable, which: GymMonth): Promise<DuesTransfer[]> {
  const transfers = await selectTransfers(db, which);
  if (transfers.length === 0) return [];
  const { transferId, amount } = duesTransferItems;
  const sums = await db
    .select({
      transferId,
      count: sql<number>`count(*)::integer`,
      total: sql<string>`sum(${amount})`,
    })
    .from(duesTransferItems)
    .where(
      inArray(
        transferId,
        transfers.map(({ id }) => id),
      ),
    )
    .groupBy(transferId);
  const byTransfer = new Map(sums.map((sum) => [sum.transferId, sum]));
  return transfers.map(({ id, onDay, madeAt, resultsAt }) => ({
    onDay,
    madeAt: madeAt.toISOString(),
    count: byTransfer.get(id)?.count ?? 0,
    total: Number(byTransfer.get(id)?.total ?? 0),
    resultsAt: resultsAt?.toISOString() ?? null,
  }));
}

/** Reads the amounts of a transfer by membership, with the accounts that are stored now. */
export async function listItems(db: Queryable, transferId: number) {
  const { membershipId, amount } = duesTransferItems;
  const { sealed, registration } = debitAccounts;
  return await db
    .select({ membershipId, amount, sealed, registration })
    .from(duesTransferItems)
    .leftJoin(debitAccounts, eq(debitAccounts.membershipId, membershipId))
    .where(eq(duesTransferItems.transferId, transferId))
    .orderBy(asc(membershipId));
}

interface NewTransfer extends GymMonth {
  readonly onDay: string;
  readonly madeAt: Date;
  readonly items: readonly { readonly membershipId: number; readonly amount: number }[];
}

/** Maximum number of rows in one statement, because PostgreSQL allows at most 65,535 values. */
const maxBatchSize = 1000;

export async function insertTransfer(
  tx: Transaction,
  { items, ...transfer }: NewTransfer,
): Promise<number> {
  const [made] = await tx.insert(duesTransfers).values(transfer).returning();
  if (made === undefined) throw new Error('an inserted row was not returned');
  for (let from = 0; from < items.length; from += maxBatchSize) {
    const rows = items.slice(from, from + maxBatchSize);
    await tx.insert(duesTransferItems).values(rows.map((row) => ({ ...row, transferId: made.id })));
  }
  return made.id;
}

export async function deleteTransfer(tx: Transaction, id: number): Promise<void> {
  await tx.delete(duesTransfers).where(eq(duesTransfers.id, id));
}

export async function closeTransfer(
  tx: Transaction,
  id: number,
  resultsDigest: Buffer,
  now: Date,
): Promise<void> {
  await tx
    .update(duesTransfers)
    .set({ resultsDigest, resultsAt: now })
    .where(eq(duesTransfers.id, id));
}

/** Records that the bank has withdrawn from the accounts of these memberships. */
export async function setKnown(tx: Transaction, ofMemberships: readonly number[]): Promise<void> {
  const { membershipId } = debitAccounts;
  await tx
    .update(debitAccounts)
    .set({ registration: 'known' })
    .where(inArray(membershipId, [...ofMemberships]));
}
